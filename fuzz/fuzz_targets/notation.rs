//! Fuzzes [`trial::notation`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::notation(bytes));
