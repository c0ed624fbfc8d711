//! Fuzzes [`trial::wthor`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| trial::wthor(bytes));
