//! Curves over time: functions of a part from 0 to 1.

/// Which part of the time from `start` to `land` has passed, 0 to 1.
pub(super) fn part(millis: f32, start: u32, land: u32) -> f32 {
    if land <= start {
        return if millis < start as f32 { 0.0 } else { 1.0 };
    }
    ((millis - start as f32) / (land - start) as f32).clamp(0.0, 1.0)
}

/// Begins and ends slowly (smoothstep).
pub(super) fn smooth(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

/// From 0 to 1 in the middle and back, along a parabola; 0 outside.
pub(super) fn bump(part: f32) -> f32 {
    (4.0 * part * (1.0 - part)).max(0.0)
}

/// Between two numbers.
pub(super) fn lerp(from: f32, to: f32, part: f32) -> f32 {
    from + (to - from) * part
}
