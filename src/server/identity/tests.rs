//! Tests of cookies and of the ids derived from a secret.

use super::*;

fn from_cookie(text: &str) -> Option<Identity> {
    let mut headers = HeaderMap::new();
    headers.insert(COOKIE, HeaderValue::from_str(text).unwrap());
    Identity::from_headers(&headers)
}

#[test]
fn a_guest_cookie_round_trips() {
    let identity = Identity::random().unwrap();
    let key: CookieKey = "0f".repeat(32).parse().unwrap();
    let [set, code] = identity.set_cookies(&key, true).unwrap();
    assert!(code.to_str().unwrap().starts_with("__Host-duello_code="));
    let pair = set.to_str().unwrap().split(';').next().unwrap();
    assert_eq!(from_cookie(&format!("theme=dark; {pair}; x=y")), Some(identity));
    assert!(set.to_str().unwrap().ends_with("HttpOnly; SameSite=Lax; Secure"));
}

#[test]
fn over_tls_no_planted_guest_is_put_aside() {
    let [own, planted] = [1, 2].map(Identity::of_test);
    let mut headers = HeaderMap::new();
    headers.append(COOKIE, format!("{ASIDE_NAME}={}", planted.secret()).parse().unwrap());
    assert_eq!(Identity::aside(&headers, true), None);
    assert_eq!(Identity::aside(&headers, false), Some(planted));
    headers.append(COOKIE, format!("{HOST_ASIDE_NAME}={}", own.secret()).parse().unwrap());
    assert_eq!(Identity::aside(&headers, true), Some(own));
}

#[test]
fn a_planted_cookie_never_wins() {
    let [own, planted] = [1, 2].map(Identity::of_test);
    let pair = |name: &str, identity: Identity| format!("{name}={}", identity.secret());
    let both = |names: [&str; 2]| {
        [[own, planted], [planted, own]].map(|[first, second]| {
            from_cookie(&format!("{}; {}", pair(names[0], first), pair(names[1], second)))
        })
    };
    // Only the host itself can set the one with the prefix.
    assert_eq!(both([HOST_COOKIE_NAME, COOKIE_NAME])[0], Some(own));
    assert_eq!(both([COOKIE_NAME, HOST_COOKIE_NAME])[1], Some(own));
    assert_eq!(both([COOKIE_NAME, COOKIE_NAME]), [None, None]);
    assert_eq!(from_cookie(&format!("{0}; {0}", pair(COOKIE_NAME, own))), Some(own));
    // The old name is read until it is renewed.
    assert_eq!(from_cookie(&pair(COOKIE_NAME, own)), Some(own));
    let key: CookieKey = "0f".repeat(32).parse().unwrap();
    let name = |secure| {
        own.set_cookies(&key, secure).unwrap()[0].to_str().unwrap().split('=').next().unwrap().to_owned()
    };
    assert_eq!([name(true), name(false)], ["__Host-duello_guest", "duello_guest"]);
}

#[test]
fn s8_a_million_secrets_are_unique_with_random_bits() {
    const MANY: usize = 1_000_000;
    let mut seen = std::collections::HashSet::with_capacity(MANY);
    let mut ones = [0_usize; 128];
    for _ in 0..MANY {
        let secret = u128::from_be_bytes(Identity::random().unwrap().0);
        assert!(seen.insert(secret), "two are alike");
        for (bit, count) in ones.iter_mut().enumerate() {
            *count += (secret >> bit & 1) as usize;
        }
    }
    // Half of them; ten standard deviations are 5,000.
    assert!(ones.iter().all(|count| count.abs_diff(MANY / 2) < 5_000), "{ones:?}");
}

#[test]
fn a_guest_cookie_is_exactly_32_hex_digits() {
    for value in ["", "abc", "+0000000000000000000000000000001", &"g".repeat(32), &"a".repeat(33)] {
        assert_eq!(from_cookie(&format!("{COOKIE_NAME}={value}")), None, "{value}");
    }
}

#[test]
fn a_member_id_differs_per_room_and_never_shows_the_secret() {
    let identity = Identity([7; 16]);
    let member = |seed| identity.member(RoomCode::from_seed(seed));
    assert_eq!(member(1), member(1));
    assert_ne!(member(1), member(2));
    assert_eq!(format!("{identity:?}"), "Identity(…)");
}
