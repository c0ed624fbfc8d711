//! A room that is muted: by the button of a notification, for its player alone, and back by a plain form.

use super::*;
use crate::profile::get;

/// Asks for a room to be muted, as the service worker does.
async fn mute(server: &Server, guest: Option<u128>, room: &Value, more: &str) -> u16 {
    let who = guest.map(|guest| format!("\nCookie: duello_guest={}", cookie(guest))).unwrap_or_default();
    let head = format!("POST /push/mute\nContent-Type: application/json{who}{more}");
    status(&http(&server.host(), &head, &json!({ "room": room }).to_string()).await)
}

#[tokio::test]
async fn a_muted_room_pushes_nothing_until_its_player_wants_to_hear_of_it() {
    let service = PushService::start(&[]).await;
    let server = service.server().await;
    let host = server.host();
    let browser = Browser::new("bert");
    let german = "\nAccept-Language: de";
    assert_eq!(subscribe(&server, Some(2), &browser.subscription(&service, true, true), german).await, 204);
    let (code, mut tabs) = start_alone(&server, DAYS, [1, 2]).await;
    end_turn(&mut tabs).await;
    let push = browser.decrypt(&service.request(1).await);
    assert_eq!(push["mute"], json!({ "label": "Diesen Raum stummschalten", "room": code }));
    let room = json!(code);
    assert_eq!(mute(&server, None, &room, "").await, 401);
    assert_eq!(mute(&server, Some(3), &room, "").await, 404, "a room of others");
    assert_eq!(mute(&server, Some(2), &room, "\nOrigin: https://evil.example").await, 403);
    for bad in [json!("x"), json!(7), json!(null)] {
        assert_eq!(mute(&server, Some(2), &bad, "").await, 400, "{bad}");
    }
    assert_eq!(mute(&server, Some(2), &room, "").await, 204);
    // The absent player's turn comes again, in this room and in another one.
    let again = async |code: RoomCode, tabs: &mut [Tab; 2]| {
        let mut bert = Tab::join(&host, code, Some(&cookie(2))).await;
        let (seat, mut seed) = (bert.seat().unwrap(), 5);
        while let Some(command) = some_move(&bert.room, seat, &mut seed) {
            assert_eq!(bert.ask(command).await, Answer::Happened);
        }
        drop(bert);
        let seq = tabs[0].room.seq;
        tabs[0].until(|room| room.seq > seq && some_move(room, seat.other(), &mut 5).is_some()).await;
        while tabs[0].here.seats[seat.index()] {
            tabs[0].next().await.unwrap();
        }
        end_turn(tabs).await;
    };
    again(code, &mut tabs).await;
    let (other, mut elsewhere) = start_alone(&server, DAYS, [1, 2]).await;
    end_turn(&mut elsewhere).await;
    let push = browser.decrypt(&service.request(2).await);
    assert_eq!(push["tag"], json!(other.to_string()), "nothing of the muted one");
    // It is in the export and on the profile page, with the way back, for this guest alone.
    let data = json(&get(&host, "/me/data.json", Some(2)).await);
    assert_eq!(data["push_rooms"], json!([{ "room": code, "arrived": 0, "muted": true }]));
    let listed = async |guest| get(&host, "/me", Some(guest)).await.contains("action=\"/me/unmute\"");
    assert!(listed(2).await && !listed(1).await);
    assert!(get(&host, "/me", Some(2)).await.contains(&code.grouped()), "the code as people read it");
    let head = format!(
        "POST /me/unmute\nContent-Type: application/x-www-form-urlencoded\nCookie: duello_guest={}",
        cookie(2)
    );
    let answer = http(&host, &head, &format!("room={code}")).await;
    assert_eq!((status(&answer), header(&answer, "location")), (303, Some("/me#muted")));
    assert!(!listed(2).await);
    again(code, &mut tabs).await;
    assert_eq!(browser.decrypt(&service.request(3).await)["tag"], room);
}
