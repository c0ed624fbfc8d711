//! Fuzzes [`trial::wire`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::wire(bytes));
