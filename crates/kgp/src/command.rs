//! A command of the protocol, which is one line, and how it is written.

use core::fmt;

/// A command of either side: `id@reference name arguments`.
#[derive(Clone, Debug, PartialEq)]
pub struct Command {
    /// The sender's number for it.
    pub id: Option<u64>,
    /// The number of the other side's command that it belongs to.
    pub reference: Option<u64>,
    /// What is to be done: ASCII letters and digits.
    pub name: String,
    /// What goes with it.
    pub arguments: Vec<Argument>,
}

/// An argument, whose type is seen from how it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument {
    /// `32`, `+0`, `-100`.
    Integer(i64),
    /// `0.0`, `-.123`; always finite.
    Real(f64),
    /// `freeplay`, `info:name`: letters, digits, hyphens, colons.
    Word(String),
    /// A text in quotation marks. Control characters, which no line can hold, are written as blanks.
    Text(String),
    /// The numbers of a board, `<pits, south's store, north's store, south's pits …, north's pits …>`.
    /// Whether they make a position is for `rules::mancala::notation::read_kgp` to say.
    Board(Vec<u32>),
}

impl Command {
    /// A command without numbers and arguments.
    #[must_use]
    pub fn new(name: &str) -> Command {
        Command { id: None, reference: None, name: name.to_owned(), arguments: Vec::new() }
    }

    /// The same command with another argument.
    #[must_use]
    pub fn with(mut self, argument: Argument) -> Command {
        self.arguments.push(argument);
        self
    }

    /// The option `name` with this value.
    #[must_use]
    pub fn set(name: &str, value: Argument) -> Command {
        Command::new("set").with(Argument::Word(name.to_owned())).with(value)
    }

    /// The line with its end, as it is sent.
    #[must_use]
    pub fn line(&self) -> String {
        format!("{self}\r\n")
    }
}

impl Argument {
    /// A text argument.
    #[must_use]
    pub fn text(text: &str) -> Argument {
        Argument::Text(text.to_owned())
    }

    /// What it says, if it is a word or a text: the protocol calls both strings.
    #[must_use]
    pub fn as_string(&self) -> Option<&str> {
        match self {
            Argument::Word(text) | Argument::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.id, self.reference) {
            (Some(id), Some(reference)) => write!(f, "{id}@{reference} ")?,
            (Some(id), None) => write!(f, "{id} ")?,
            (None, Some(reference)) => write!(f, "@{reference} ")?,
            (None, None) => {}
        }
        f.write_str(&self.name)?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {argument}"))
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Integer(number) => write!(f, "{number}"),
            Argument::Real(number) if number.fract() == 0.0 => write!(f, "{number:.1}"),
            Argument::Real(number) => write!(f, "{number}"),
            Argument::Word(word) => f.write_str(word),
            Argument::Text(text) => {
                f.write_str("\"")?;
                for sign in text.chars() {
                    match sign {
                        '"' | '\\' => write!(f, "\\{sign}")?,
                        sign if sign.is_control() => f.write_str(" ")?,
                        sign => write!(f, "{sign}")?,
                    }
                }
                f.write_str("\"")
            }
            Argument::Board(numbers) => {
                let numbers: Vec<_> = numbers.iter().map(u32::to_string).collect();
                write!(f, "<{}>", numbers.join(","))
            }
        }
    }
}
