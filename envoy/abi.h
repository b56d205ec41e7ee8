// The part of Envoy's dynamic-module ABI that the module uses, declared in our own words, a header
// a door.
//
// Contract: ABI version "v0.2.0", spoken by Envoy 1.40. Names that begin with
// `envoy_dynamic_module_on_` are hooks: the module defines them and Envoy calls them. Names that
// begin with `envoy_dynamic_module_callback_` are callbacks: Envoy defines and exports them, and
// the dynamic linker binds them when the module is loaded. All of them have C linkage; nothing
// checks their types at link time, so these headers are the only guard.
//
// Rules that hold everywhere unless a comment says otherwise:
//   - A pointer of a type named Abi*Self is ours: a `_new` hook returns it, Envoy hands it back and
//     names it for the last time in the matching `_destroy` hook. Every other handle is Envoy's.
//   - Bytes that Envoy hands out live until the current hook returns, or until the same object is
//     modified. Bytes that we hand in are copied before the callback returns.
//   - "Main thread" is the thread that owns configuration. "Worker thread" is one of the threads
//     that serve requests. A request stays on one worker thread for its whole life.
//   - A hook must not throw: an exception cannot cross the C boundary.

#pragma once

#include "envoy/abi/bootstrap.h"
#include "envoy/abi/cluster.h"
#include "envoy/abi/common.h"
#include "envoy/abi/filter.h"
#include "envoy/abi/policy.h"
