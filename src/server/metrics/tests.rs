use super::*;

#[test]
fn gauges_fall_when_their_object_is_dropped_in_prometheus_format() {
    let metrics = Metrics::new();
    let rooms = [metrics.room(), metrics.room()];
    metrics.count_refusal("origin");
    metrics.commit(3, 1, Duration::from_millis(2));
    let text = metrics.text();
    for line in [
        "# TYPE duello_rooms gauge",
        "duello_rooms 2",
        "duello_turned_away_total{reason=\"origin\"} 1",
        "duello_commit_seconds_bucket{le=\"0.0032\"} 1",
        "duello_unwritten_jobs_total 1",
        "# EOF",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    drop(rooms);
    assert!(metrics.text().contains("\nduello_rooms 0\n"));
}

#[test]
fn alerts_and_dashboard_name_only_metrics_that_exist() {
    let metrics = Metrics::new();
    // One of each family, as an empty one is left out of the text.
    metrics.count_refusal("origin");
    metrics.game("mapello");
    metrics.0.requests.get_or_create(&[("route", "/".to_owned()), ("status", "200".to_owned())]).inc();
    let text = metrics.text();
    let is_there = |name: &str| {
        let family = ["_bucket", "_sum", "_count", "_total"].iter().find_map(|end| name.strip_suffix(end));
        [Some(name), family].iter().flatten().any(|name| text.contains(&format!("# TYPE {name} ")))
    };
    for (file, found) in [
        ("alerts.yml", include_str!("../../../deploy/alerts.yml")),
        ("dashboard.json", include_str!("../../../deploy/dashboard.json")),
    ] {
        let words = found.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_');
        let names: Vec<_> = words.filter(|word| word.starts_with("duello_")).collect();
        assert!(names.len() > 10, "{file}");
        for name in names {
            assert!(is_there(name), "{file} names {name}, which the server does not have");
        }
    }
}
