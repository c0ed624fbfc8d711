//! What a search knows of the games of one variant. It stays valid for every position of the variant, because no bound
//! counts the stores, so that it can be kept from one search to the next.

use rules::mancala::Variant;

use super::endgame_db::EndgameDb;
use super::options::Objective;
use super::search::Search;
use super::small_cache::SmallCache;
use super::sowing::SowingRules;
use super::tt::TranspositionTable;
use crate::Limits;

/// Boards with at most this many stones more than the endgame database has are not stored in the transposition table.
pub const TT_MARGIN: i32 = 6;

/// The rules of a variant, and the bounds and values that searches have found.
pub struct Memory {
    /// Move generation by the options of the game.
    pub rules: SowingRules,
    /// Bounds of boards, from earlier iterations and transpositions.
    pub tt: TranspositionTable,
    /// Proven bounds of boards that are too small for the transposition table.
    pub small_cache: SmallCache,
    /// Exact values of all boards with few stones.
    pub endgame_db: EndgameDb,
}

impl Memory {
    /// An empty memory with a transposition table of this size.
    pub fn new(variant: &Variant, table_bytes: usize, objective: Objective) -> Memory {
        let pits = usize::from(variant.pits);
        Memory {
            rules: SowingRules::new(variant),
            tt: TranspositionTable::with_bytes(table_bytes, pits),
            small_cache: SmallCache::with_entries(objective.small_cache_entries()),
            endgame_db: EndgameDb::new(pits),
        }
    }
}

impl<'a, 'b> Search<'a, 'b> {
    /// A search with this memory. It owns the memory, as a reference more on the way to it would cost time.
    pub fn new(memory: Memory, limits: &'a mut Limits<'b>, objective: Objective) -> Search<'a, 'b> {
        let Memory { rules, tt, small_cache, endgame_db } = memory;
        let tt_margin = endgame_db.max_stones().max(TT_MARGIN);
        let min_tt_depth = objective.min_tt_depth();
        Search { rules, tt, small_cache, endgame_db, limits, min_tt_depth, tt_margin, abandon_at: u64::MAX }
    }

    /// The memory, for the next search.
    pub fn into_memory(self) -> Memory {
        let Search { rules, tt, small_cache, endgame_db, .. } = self;
        Memory { rules, tt, small_cache, endgame_db }
    }
}
