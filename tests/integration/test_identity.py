"""Who a request is for, on a real Envoy: sources of identity, and what a client cannot forge."""

import http.client
import json
import socket
import ssl

import httpx
import pytest

from certificates import Authority, TokenIssuer
from harness import envoy_config, manager_of, request, stack, validate

TRUSTED = "127.0.0.1/32"
ELSEWHERE = "10.9.0.0/16"  # no peer of these tests comes from there
GUEST = "guest"


def seen_workers(running, count=12, **options):
    answers = [request(running.port, **options) for _ in range(count)]
    assert {a.status for a in answers} == {200}, answers
    return {a.worker for a in answers}


def tls_request(running, context, server_name, path="/"):
    """One request over TLS, with the server name of choice."""
    plain = socket.create_connection(("127.0.0.1", running.port), timeout=10)
    connection = http.client.HTTPConnection("127.0.0.1", running.port)
    with context.wrap_socket(plain, server_hostname=server_name) as connection.sock:
        return request(running.port, path, connection=connection)


def not_listed(running, count):
    """So many unlisted ids whose own hands, if they were dealt any, would cover all workers."""
    names = [f"sprayed-{number}" for number in range(count)]
    own = {worker for name in names for worker in running.hand(name)}
    assert own == {worker.id for worker in running.workers}
    return names


# ---- a header from a peer; what reaches our cluster by side ways ----


def add_side_ways(config):
    """Ways to our cluster that do not meet the filter, and a route to the wrong cluster."""
    static = config["static_resources"]
    listener = static["listeners"][0]
    routes = manager_of(listener)["route_config"]["virtual_hosts"][0]["routes"]
    api, other = routes[-1], routes[0]
    disabled = json.loads(json.dumps(api))
    disabled["match"] = {"prefix": "/disabled/"}
    disabled["typed_per_filter_config"] = {
        "croupier": {
            "@type": "type.googleapis.com/envoy.config.route.v3.FilterConfig",
            "disabled": True,
        }
    }
    crossed = json.loads(json.dumps(api))
    crossed["match"] = {"prefix": "/crossed/"}
    crossed["route"]["cluster"] = other["route"]["cluster"]
    routes[:0] = [disabled, crossed]
    bare = json.loads(json.dumps(listener))
    bare["name"] = "bare"
    manager = manager_of(bare)
    manager["http_filters"] = manager["http_filters"][-1:]
    for route in manager["route_config"]["virtual_hosts"][0]["routes"]:
        del route["typed_per_filter_config"]
    static["listeners"].append(bare)


def with_other_deck(document):
    document["decks"].append({**document["decks"][0], "name": "other", "worker_headers": True})
    document["routes"].insert(0, {"host": "other.example", "deck": "other"})


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plain")
    changes = {"document_change": with_other_deck, "config_change": add_side_ways}
    with stack(folder, workers=6, hand_size=3, **changes) as running:
        yield running


def test_a_header_from_a_trusted_peer_names_the_tenant(plain):
    for tenant in ("acme", "globex", "Ünïcode-租户"):
        raw = tenant.encode().decode("latin-1")
        seen = seen_workers(plain, 30, headers={"x-tenant": raw})
        assert seen == set(plain.hand(tenant))


def test_no_identity_is_refused_with_its_reason(plain):
    for headers in ({}, {"x-tenant": ""}):
        with plain.counted("refused{no_identity}") as refused:
            answer = request(plain.port, headers=headers)
            assert (answer.status, answer.reason) == (401, "no tenant identity")
            assert answer.text.strip() == "no tenant identity"
            assert refused() == 1


@pytest.mark.parametrize(
    "value",
    ["x" * 256, "a\tb", "caf\xe9", "\xed\xa0\x80", "\xc0\xaf"],
    ids=["256 bytes", "a control character", "latin-1", "a surrogate", "an overlong form"],
)
def test_a_malformed_tenant_is_refused_with_its_reason(plain, value):
    with plain.counted("refused{malformed_identity}") as refused:
        answer = request(plain.port, headers={"x-tenant": value})
        assert (answer.status, answer.reason) == (401, "malformed tenant id")
        assert refused() == 1


def test_the_longest_tenant_is_dealt(plain):
    assert plain.get("x" * 255).status == 200


def test_two_tenants_in_one_request_are_refused(plain):
    """Which of the two the trusted peer wrote, and which its client, nobody can tell."""
    connection = http.client.HTTPConnection("127.0.0.1", plain.port, timeout=10)
    connection.putrequest("GET", "/")
    connection.putheader("x-tenant", "acme")
    connection.putheader("x-tenant", "globex")
    connection.endheaders()
    answer = connection.getresponse()
    assert (answer.status, answer.getheader("x-croupier-reason")) == (401, "malformed tenant id")
    connection.close()


FORGED = {
    "x-croupier-tenant": "victim",
    "x-croupier-version": "99",
    "x-croupier-position": "7",
    "x-croupier-reason": "forged",
    "x-envoy-retry-on": "5xx,reset,retriable-status-codes",
    "x-envoy-retry-grpc-on": "unavailable",
    "x-envoy-max-retries": "50",
    "x-envoy-retriable-status-codes": "503",
    "x-envoy-retriable-header-names": "x-worker",
    "x-envoy-hedge-on-per-try-timeout": "true",
    "x-envoy-upstream-rq-per-try-timeout-ms": "1",
    "x-envoy-upstream-rq-timeout-ms": "1",
    "x-envoy-upstream-rq-timeout-alt-response": "204",
}


def test_forged_steering_headers_never_reach_a_worker(plain):
    seen = plain.get("acme", "/headers", headers=FORGED).json()
    assert not set(FORGED) & set(seen), seen
    assert seen["x-tenant"] == "acme"


def test_workers_are_told_the_truth_where_declared(plain):
    for _ in range(10):
        answer = plain.get("acme", "/headers", headers={**FORGED, "host": "other.example"})
        seen = {k: v for k, v in answer.json().items() if k in FORGED}
        assert seen == {
            "x-croupier-tenant": "acme",
            "x-croupier-version": "1",
            "x-croupier-position": str(plain.hand("acme", "other").index(answer.worker)),
        }


def test_forged_steering_headers_change_no_attempts(plain):
    with plain.counted("attempts") as attempts:
        answer = plain.get("acme", "/status/503", headers=FORGED)
        assert (answer.status, answer.text.strip()) == (503, answer.worker)
        assert attempts() == 1
    # A time limit of the client's making would cut this one short.
    assert plain.get("acme", "/slow?ms=50", headers=FORGED).status == 200


def test_a_request_that_never_met_the_filter_is_refused(plain):
    ports = plain.envoy.ports()
    side_ways = [(plain.port, "/disabled/x"), (ports["bare"], "/"), (ports["bare"], "/any")]
    before = sum(worker.count() for worker in plain.workers)
    for port, path in side_ways:
        with plain.counted("refused{no_filter}") as refused, plain.counted("attempts") as attempts:
            answer = request(port, path, headers={"x-tenant": "acme"})
            assert answer.status == 503
            assert refused() == 1
            assert attempts() == 0
    assert sum(worker.count() for worker in plain.workers) == before


def test_a_route_to_the_cluster_of_another_deck_is_refused(plain):
    with plain.counted("refused{wrong_deck}") as refused, plain.counted("attempts") as attempts:
        assert plain.get("acme", "/crossed/x").status == 503
        assert refused() == 1
        assert attempts() == 0


# ---- claims of a token ----


@pytest.fixture(scope="module")
def issuer():
    return TokenIssuer()


@pytest.fixture(scope="module")
def tokens(tmp_path_factory, issuer):
    """First the token's claim, then a header nobody here may set, then one that anybody may."""
    folder = tmp_path_factory.mktemp("tokens")
    (folder / "jwks.json").write_text(json.dumps(issuer.jwks))

    def sources(document):
        document["identity"]["sources"] = [
            {"jwt_claim": "tenant", "issuer": issuer.issuer, "jwks_file": "jwks.json"},
            {"jwt_claim": "org", "issuer": issuer.issuer, "jwks_file": "jwks.json"},
            {"header": "x-tenant", "trusted": [ELSEWHERE]},
            {"header": "x-inner", "trusted": [TRUSTED]},
        ]

    with stack(folder, workers=8, hand_size=2, document_change=sources) as running:
        yield running


def bearer(token):
    return {"authorization": f"Bearer {token}"}


def two_apart(running):
    """Two tenants that share no worker."""
    first = "acme"
    for number in range(1000):
        second = f"other-{number}"
        if not set(running.hand(first)) & set(running.hand(second)):
            return first, second
    raise AssertionError("no two hands apart")


def test_a_verified_claim_names_the_tenant(tokens, issuer):
    for tenant in ("acme", "globex"):
        headers = bearer(issuer.token(tenant=tenant))
        assert seen_workers(tokens, headers=headers) == set(tokens.hand(tenant))


def test_claims_of_one_token_are_asked_in_order(tokens, issuer):
    tenant, org = two_apart(tokens)
    headers = bearer(issuer.token(org=org))
    assert seen_workers(tokens, headers=headers) == set(tokens.hand(org))
    headers = bearer(issuer.token(tenant=tenant, org=org))
    assert seen_workers(tokens, headers=headers) == set(tokens.hand(tenant))


def test_c27_a_header_changes_nothing_for_a_verified_tenant(tokens, issuer):
    tenant, forged = two_apart(tokens)
    for name in ("x-tenant", "x-inner", "X-Tenant"):
        headers = {**bearer(issuer.token(tenant=tenant)), name: forged}
        assert seen_workers(tokens, headers=headers) == set(tokens.hand(tenant))
        seen = request(tokens.port, "/headers", headers=headers).json()
        assert name.lower() not in seen
        assert forged not in json.dumps(seen)


def test_a_header_from_an_untrusted_peer_is_stripped_and_not_believed(tokens):
    answer = request(tokens.port, headers={"x-tenant": "acme"})
    assert (answer.status, answer.reason) == (401, "no tenant identity")
    inner, forged = two_apart(tokens)
    headers = {"x-tenant": forged, "x-inner": inner, "x-forwarded-for": "10.9.0.1"}
    assert seen_workers(tokens, headers=headers) == set(tokens.hand(inner))
    seen = request(tokens.port, "/headers", headers=headers).json()
    assert "x-tenant" not in seen
    assert seen["x-inner"] == inner


def test_a_token_with_a_wrong_signature_is_refused(tokens):
    stranger = TokenIssuer()
    headers = {**bearer(stranger.token(tenant="acme")), "x-inner": "acme"}
    assert request(tokens.port, headers=headers).status == 401


def test_a_token_without_the_claim_leaves_it_to_the_next_source(tokens, issuer):
    headers = bearer(issuer.token(sub="somebody"))
    assert request(tokens.port, headers=headers).reason == "no tenant identity"
    headers["x-inner"] = "acme"
    assert seen_workers(tokens, headers=headers) == set(tokens.hand("acme"))


@pytest.mark.parametrize("claim", ["a\x01b", "x" * 256], ids=["control character", "256 bytes"])
def test_a_malformed_claim_is_not_replaced_by_the_next_source(tokens, issuer, claim):
    headers = {**bearer(issuer.token(tenant=claim)), "x-inner": "acme"}
    answer = request(tokens.port, headers=headers)
    assert (answer.status, answer.reason) == (401, "malformed tenant id")


# ---- client certificates ----

SPIFFE = "spiffe://example.com/tenant/"


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


def served_over_tls(document, authority, clients=True):
    certificate, key = authority.issue("server", dns=["*.tenants.example.com"])
    document["listener"] = {"certificate_file": str(certificate), "private_key_file": str(key)}
    if clients:
        document["listener"]["client_ca_file"] = str(authority.file)


@pytest.fixture(scope="module")
def mutual(tmp_path_factory, authority):
    def change(document):
        served_over_tls(document, authority)
        document["identity"]["sources"] = [{"mtls_uri_san": SPIFFE}]

    folder = tmp_path_factory.mktemp("mutual")
    with stack(folder, workers=8, hand_size=2, document_change=change) as running:
        yield running


def test_a_client_certificate_names_the_tenant(mutual, authority):
    for tenant in ("acme", "globex"):
        context = authority.client_context(authority.issue(tenant, uris=[SPIFFE + tenant]))
        answers = [tls_request(mutual, context, None) for _ in range(12)]
        assert {a.worker for a in answers} == set(mutual.hand(tenant))


def test_a_certificate_of_another_prefix_names_nobody(mutual, authority):
    for uri in ("spiffe://example.com/operator/acme", "spiffe://evil.com/tenant/acme", SPIFFE):
        context = authority.client_context(authority.issue("stranger", uris=[uri]))
        answer = tls_request(mutual, context, None)
        assert (answer.status, answer.reason) == (401, "no tenant identity"), uri


def test_a_certificate_of_another_authority_is_turned_away(mutual, authority, tmp_path):
    stranger = Authority(tmp_path, "stranger").issue("acme", uris=[SPIFFE + "acme"])
    context = authority.client_context(stranger)
    with pytest.raises((ssl.SSLError, ConnectionError, http.client.RemoteDisconnected)):
        tls_request(mutual, context, None)


# ---- what a client chooses freely: only listed tenants have hands ----

LISTED = ["acme", "globex"]


@pytest.fixture(scope="module")
def server_names(tmp_path_factory, authority):
    def change(document):
        served_over_tls(document, authority, clients=False)
        document["identity"]["sources"] = [{"sni": ".tenants.example.com"}]
        document["tenants"] = LISTED

    folder = tmp_path_factory.mktemp("names")
    deck = {"hand_size": 2, "unknown": "guest"}
    with stack(folder, workers=8, document_change=change, **deck) as running:
        yield running


def test_a_server_name_names_listed_tenants_only(server_names, authority):
    context = authority.client_context()

    def workers_for(name):
        answers = [tls_request(server_names, context, name) for _ in range(12)]
        return {a.worker for a in answers}

    for tenant in LISTED:
        assert workers_for(f"{tenant}.tenants.example.com") == set(server_names.hand(tenant))
    guest = set(server_names.hand(GUEST))
    assert workers_for("initech.tenants.example.com") == guest
    for name in ("acme.example.com", None):
        answer = tls_request(server_names, context, name)
        assert (answer.status, answer.reason) == (401, "no tenant identity")


def test_http2_is_spoken_over_tls(server_names, authority):
    with httpx.Client(http2=True, verify=authority.client_context(), timeout=10) as client:
        answer = client.get(
            f"https://127.0.0.1:{server_names.port}/",
            extensions={"sni_hostname": "acme.tenants.example.com"},
        )
    assert (answer.status_code, answer.http_version) == (200, "HTTP/2")
    assert answer.headers["x-worker"] in server_names.hand("acme")


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    """Unlisted ids would be dealt hands, if the path were a source to be trusted."""

    def change(document):
        document["identity"] = {"sources": [{"path_segment": 1}], "missing": "guest"}
        document["tenants"] = LISTED

    folder = tmp_path_factory.mktemp("paths")
    with stack(folder, workers=8, hand_size=2, document_change=change) as running:
        yield running


def test_a_path_segment_names_listed_tenants_only(paths):
    for tenant in LISTED:
        seen = seen_workers(paths, path=f"/v1/{tenant}/things?of=others")
        assert seen == set(paths.hand(tenant))
    assert seen_workers(paths, path="/v1/initech/things") == set(paths.hand(GUEST))


def test_sprayed_ids_meet_the_guest_hand_only(paths):
    guest = set(paths.hand(GUEST))
    for name in not_listed(paths, 50):
        assert request(paths.port, f"/v1/{name}").worker in guest
    seen = set().union(*(seen_workers(paths, 1, path=f"/v1/{n}-x") for n in range(20)))
    assert seen <= guest


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/", "/v1/" + "x" * 256])
def test_missing_and_malformed_identities_are_guests_where_declared(paths, path):
    assert seen_workers(paths, path=path) == set(paths.hand(GUEST))


# ---- tenants that nobody listed ----


@pytest.fixture(scope="module")
def decks(tmp_path_factory):
    """One deck for each rule about unknown tenants."""

    def change(document):
        deck = document["decks"][0]
        document["decks"] = [
            {**deck, "name": "open"},
            {**deck, "name": "shared", "unknown": "guest", "guest": "visitors"},
            {**deck, "name": "closed", "unknown": "refuse"},
        ]
        document["routes"] = [
            {"path": f"/{name}/", "deck": name} for name in ("open", "shared", "closed")
        ]
        document["tenants"] = LISTED

    folder = tmp_path_factory.mktemp("decks")
    with stack(folder, workers=8, hand_size=2, document_change=change) as running:
        yield running


@pytest.mark.parametrize("deck", ["open", "shared", "closed"])
def test_listed_tenants_have_hands_in_every_deck(decks, deck):
    for tenant in LISTED:
        seen = seen_workers(decks, path=f"/{deck}/", headers={"x-tenant": tenant})
        assert seen == set(decks.hand(tenant, deck))


def test_unknown_tenants_are_dealt_hands_where_declared(decks):
    for tenant in ("stranger-1", "stranger-2", "stranger-3"):
        seen = seen_workers(decks, path="/open/", headers={"x-tenant": tenant})
        assert seen == set(decks.hand(tenant, "open"))


def test_unknown_tenants_share_the_guest_hand_where_declared(decks):
    guest = set(decks.hand("visitors", "shared"))
    for tenant in ("stranger-1", "stranger-2", "stranger-3"):
        assert seen_workers(decks, path="/shared/", headers={"x-tenant": tenant}) == guest


def test_unknown_tenants_are_refused_where_declared(decks):
    with decks.counted("refused{unknown_tenant}") as refused:
        answer = decks.get("stranger-1", "/closed/")
        assert (answer.status, answer.reason) == (403, "unknown tenant")
        assert refused() == 1


GRPC = {"content-type": "application/grpc", "te": "trailers"}


@pytest.mark.parametrize(
    ("headers", "status", "reason"),
    [
        ({}, "16", "no tenant identity"),
        ({"x-tenant": "a\tb"}, "16", "malformed tenant id"),
        ({"x-tenant": "stranger-1"}, "7", "unknown tenant"),
    ],
)
def test_grpc_refusals_have_a_grpc_status(decks, headers, status, reason):
    answer = request(decks.port, "/closed/", "POST", headers={**GRPC, **headers})
    assert (answer.status, answer.reason) == (200, reason)
    assert (answer.headers["grpc-status"], answer.headers["grpc-message"]) == (status, reason)


def test_only_grpc_refusals_have_a_grpc_status(decks):
    for content_type in ("application/json", "application/grpc-web", "text/plain"):
        answer = request(decks.port, "/closed/", headers={"content-type": content_type})
        assert (answer.status, answer.headers.get("grpc-status")) == (401, None)


# ---- what Envoy thinks of it ----


@pytest.mark.parametrize("running", ["plain", "tokens", "mutual", "server_names", "paths"])
def test_envoy_accepts_the_printed_bootstrap_of_every_source(running, request, tmp_path):
    fleet = request.getfixturevalue(running).fleet
    code, log = validate(tmp_path, envoy_config(fleet))
    assert code == 0, log
