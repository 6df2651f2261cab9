//! Pictures of the screen.

use crate::test_app::TestApp;
use potez_session::Seat;
use ratatui::crossterm::event::KeyCode;

const PEOPLE: [Seat; 2] = [Seat::PERSON, Seat::PERSON];
const SMALL: (u16, u16) = (80, 24);
const SMALLEST: (u16, u16) = (60, 20);
const LARGE: (u16, u16) = (200, 60);

#[test]
fn blockade_fits_the_smallest_usual_terminal_with_its_walls() {
    let app = TestApp::game("blockade", "d4-d6/Bd7 d11-d9/Gf8", PEOPLE, SMALL);
    insta::assert_snapshot!(app.screen());
}

#[test]
fn a_wall_is_shown_before_it_is_placed() {
    let mut app = TestApp::game("blockade", "", PEOPLE, SMALL);
    app.type_text("d4-d6");
    insta::assert_snapshot!(app.screen());
}

#[test]
fn havannah_is_a_hexagon_with_its_last_stone_in_brackets() {
    let app = TestApp::game("havannah", "h8 i9 c3", PEOPLE, SMALL);
    insta::assert_snapshot!(app.screen());
}

#[test]
fn havannah_grows_with_the_window() {
    let app = TestApp::game("havannah:size=5", "e5 a1", PEOPLE, (120, 40));
    insta::assert_snapshot!(app.screen());
}

#[test]
fn the_winning_bridge_stands_out_at_the_end() {
    let app = TestApp::game("havannah:size=3", "a1 c3 a2 c4 a3", PEOPLE, SMALL);
    insta::assert_snapshot!(app.screen());
}

#[test]
fn byte_shows_what_its_stacks_hold() {
    let app = TestApp::game("byte", "b2-c3 e3-d4", PEOPLE, SMALL);
    insta::assert_snapshot!(app.screen());
}

#[test]
fn byte_has_room_for_whole_stacks_in_a_large_window() {
    let app = TestApp::game("byte", "b2-c3 e3-d4", PEOPLE, (130, 45));
    insta::assert_snapshot!(app.screen());
}

#[test]
fn every_game_is_seen_whole_in_a_small_window() {
    let app = TestApp::game("blockade", "d4-d6/Bd7 d11-d9/Gf8 h4-h6/Be7", PEOPLE, SMALLEST);
    insta::assert_snapshot!("small_blockade", app.screen());
    let app = TestApp::game("havannah", "h8 i9 c3", PEOPLE, SMALLEST);
    insta::assert_snapshot!("small_havannah", app.screen());
    let app = TestApp::game("byte", "b2-c3 e3-d4", PEOPLE, SMALLEST);
    insta::assert_snapshot!("small_byte", app.screen());
}

#[test]
fn a_large_window_has_large_squares() {
    let app = TestApp::game("blockade", "d4-d6/Bd7 d11-d9/Gf8", PEOPLE, LARGE);
    insta::assert_snapshot!("large_blockade", app.screen());
}

#[test]
fn the_menu_offers_games_rules_and_players() {
    let mut app = TestApp::menu(&[], SMALL);
    insta::assert_snapshot!("menu", app.screen());
    app.key(KeyCode::Esc);
    insta::assert_snapshot!("menu", app.screen());
}

#[test]
fn the_way_of_the_winning_pawn_is_shown_at_the_end() {
    let app = TestApp::game("blockade:rows=7,cols=9,walls=0", "b2-b4 b8-c7 b4-b6 c7-d6 b6-b8", PEOPLE, SMALL);
    insta::assert_snapshot!(app.screen());
}

#[test]
fn no_size_of_the_window_makes_it_panic() {
    for spec in ["blockade", "havannah:size=15", "byte:size=16"] {
        let mut app = TestApp::game(spec, "", PEOPLE, SMALL);
        for (width, height) in
            [(1, 1), (0, 0), (29, 8), (30, 8), (51, 9), (52, 9), (60, 12), (200, 10), (31, 60), (250, 90)]
        {
            app.resize((width, height));
            app.key(KeyCode::Tab);
            if width > 0 {
                app.screen();
            }
            for row in 0..height {
                app.click(width / 2, row);
                app.key(KeyCode::Esc);
            }
        }
    }
}
