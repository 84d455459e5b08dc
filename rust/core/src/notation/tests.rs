use super::*;
use crate::cards::Overflow;

fn error<T: FromStr<Err = ParseError> + fmt::Debug>(text: &str) -> (String, usize) {
    let error = text.parse::<T>().unwrap_err();
    (error.text().to_owned(), error.position())
}

#[test]
fn all_spellings_of_a_card_are_read() {
    for text in ["Th", "th", "tH", "TH", "10h", "10H", "10♥", "T♥", "t♡", " Th\n", "T♥\u{fe0f}"]
    {
        assert_eq!(text.parse(), Ok(Card::new(Rank::Ten, Suit::Hearts)), "{text}");
    }
    for (signs, suit) in ["♣♧cC", "♦♢dD", "♥♡hH", "♠♤sS"].into_iter().zip(Suit::ALL)
    {
        for sign in signs.chars() {
            assert_eq!(format!("a{sign}").parse(), Ok(Card::new(Rank::Ace, suit)));
        }
    }
    assert_eq!("*=10♠".parse(), Ok(Placed::joker_as(Card::new(Rank::Ten, Suit::Spades))));
}

#[test]
fn every_card_reads_back_as_written() {
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
        for placed in [Placed::from(card), Placed::joker_as(card)] {
            assert_eq!(placed.to_string().parse(), Ok(placed));
        }
    }
}

#[test]
fn melds_and_tables_keep_their_layout() {
    for (text, canonical) in [
        ("", ""),
        (" \t\n", ""),
        ("7h", "7h"),
        ("4h 5h 6h|9c 9d 9s", "4h 5h 6h | 9c 9d 9s"),
        ("  js  *=Qs\tks |\n7D| * ", "Js *=Qs Ks | 7d | *"),
    ] {
        let table: Table = text.parse().unwrap();
        assert_eq!(table.to_string(), canonical);
        assert_eq!(canonical.parse(), Ok(table));
    }
    let meld: Meld = "6s *=5s 10s".parse().unwrap();
    assert_eq!(meld.to_string(), "6s *=5s Ts");
    assert_ne!(Ok(meld), "Ts *=5s 6s".parse());
}

#[test]
fn cards_are_counted_whatever_their_order() {
    let cards: Cards = "*=Js 7h 7H * 2c".parse().unwrap();
    assert_eq!(cards.to_string(), "2c 7h 7h * *");
    assert_eq!(cards.to_string().parse(), Ok(cards));
    assert_eq!("".parse(), Ok(Cards::EMPTY));
}

#[test]
fn errors_point_at_the_first_bad_piece() {
    for text in ["7x", "x", "1h", "11h", "h7", "7", "10", "7h8h", "7hh", "**", "*=", "*=*", "=7h"] {
        assert_eq!(error::<Cards>(&format!("♥♥ {text}")).0, "♥♥");
        assert_eq!(error::<Cards>(&format!("7♥ {text} zz")), (text.to_owned(), 3));
        assert_eq!(error::<Meld>(&format!("7♥ {text} zz")), (text.to_owned(), 3));
        assert_eq!(error::<Table>(&format!("7♥ | {text}")), (text.to_owned(), 5));
        assert_eq!(error::<Card>(text), (text.to_owned(), 0));
    }
    assert_eq!(error::<Card>(""), (String::new(), 0));
    assert_eq!(error::<Card>("7h 8h"), ("8h".to_owned(), 3));
    assert_eq!(error::<Card>("*=Js"), ("*=Js".to_owned(), 0));
    assert_eq!(error::<Meld>("7h | 8h"), ("|".to_owned(), 3));
    assert_eq!(error::<Cards>("7h|8h"), ("|".to_owned(), 2));
}

#[test]
fn stray_bars_are_errors() {
    for (text, position) in [("|", 0), ("| 7h", 0), ("7h |", 3), ("7h || 8h", 4), ("7h | | 8h", 5)]
    {
        assert_eq!(error::<Table>(text), ("|".to_owned(), position), "{text}");
    }
}

#[test]
fn an_error_is_one_short_sentence() {
    let error = "7♥ 7\n".parse::<Meld>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "cannot read \"7\" at position 3: after the rank comes one of the suits c d h s"
    );
    let long = "♥".repeat(2_000_000);
    assert_eq!(error_text(&long), format!("{}…", "♥".repeat(ParseError::MAX_TEXT)));
    assert!("7h\u{7}".parse::<Card>().unwrap_err().to_string().contains("7h\\u{7}"));
}

fn error_text(text: &str) -> String {
    error::<Table>(text).0
}

#[test]
fn endless_text_is_refused_at_the_256th_copy() {
    let endless = "7h ".repeat(2_000_000);
    assert_eq!(error::<Cards>(&endless), ("7h".to_owned(), 255 * 3));
    assert_eq!(error::<Meld>(&endless), ("7h".to_owned(), 255 * 3));
    assert_eq!(error::<Table>(&endless.replace("h ", "h|")), ("7h".to_owned(), 255 * 3));
    assert_eq!(" ".repeat(5_000_000).parse(), Ok(Cards::EMPTY));

    let most = "* ".repeat(255).parse::<Meld>().unwrap();
    assert_eq!(most.cards().count(Card::JOKER), 255);
    assert_eq!(Meld::new(most.iter()), Ok(most.clone()));
    let more = most.iter().chain([Placed::JOKER]);
    assert_eq!(Meld::new(more), Err(Overflow { card: Card::JOKER }));
}
