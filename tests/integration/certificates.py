"""Keys, certificates and tokens made for a test."""

import datetime
import ipaddress
import json
import pathlib
import ssl

import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.x509.oid import NameOID


class Authority:
    """A certificate authority; its files stand in `folder`."""

    def __init__(self, folder, name="ca"):
        self.folder = pathlib.Path(folder)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        self.certificate = self._sign(self.key, self.name, authority=True)
        self.file = self.folder / f"{name}.pem"
        self.file.write_bytes(self.certificate.public_bytes(serialization.Encoding.PEM))

    def _sign(self, key, subject, authority=False, alternatives=()):
        now = datetime.datetime.now(datetime.timezone.utc)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self.name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(hours=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
        )
        if alternatives:
            builder = builder.add_extension(
                x509.SubjectAlternativeName(alternatives), critical=False
            )
        return builder.sign(self.key, hashes.SHA256())

    def issue(self, name, uris=(), dns=(), addresses=()):
        """Writes NAME.pem and NAME-key.pem and gives their paths."""
        key = ec.generate_private_key(ec.SECP256R1())
        alternatives = [
            *(x509.UniformResourceIdentifier(uri) for uri in uris),
            *(x509.DNSName(one) for one in dns),
            *(x509.IPAddress(ipaddress.ip_address(one)) for one in addresses),
        ]
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
        certificate = self._sign(key, subject, alternatives=alternatives)
        certificate_file = self.folder / f"{name}.pem"
        certificate_file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
        key_file = self.folder / f"{name}-key.pem"
        key_file.write_bytes(private_pem(key))
        key_file.chmod(0o600)
        return certificate_file, key_file

    def client_context(self, certificate=None):
        """For connections to servers of this authority, whatever name they are asked under."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.load_verify_locations(self.file)
        if certificate:
            context.load_cert_chain(*certificate)
        return context


def private_pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )


class TokenIssuer:
    """Signs RS256 tokens; `jwks` is its public key set."""

    def __init__(self, issuer="https://id.example.com", key_id="token-key"):
        self.issuer, self.key_id = issuer, key_id
        self.key = rsa.generate_private_key(public_exponent=65537, key_size=2048)

    @property
    def jwks(self):
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key()))
        return {"keys": [{**public, "kid": self.key_id, "alg": "RS256", "use": "sig"}]}

    def token(self, **claims):
        pem = private_pem(self.key)
        return jwt.encode(
            {"iss": self.issuer, **claims}, pem, algorithm="RS256", headers={"kid": self.key_id}
        )
