//! Fuzzes [`trial::kgp`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::kgp(bytes));
