/* The search for the best play of a trick game, all hands seen. `make wasm` compiles it to
 * search.wasm, which search.py runs: see docs/analysis.md and decision 31.
 *
 * Vocabulary: a piece is a number below 36, a hand a bit mask of pieces. Some seats *collect* the
 * tricks that they win; some seats *maximise* what will be collected, the others minimise it. What
 * the numbers mean (card points, tricks that break a contract) is the caller's business.
 *
 * The search is alpha-beta with a transposition table over positions between two tricks. As the
 * hands of a deal never change but by play, such a position is the pieces that are left and who
 * leads. A table entry packs that key and what is known of the position into 64 bits:
 * key (39) | best lead (6) | upper bound (8) | lower bound (8).
 */

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define EXPORT(name) __attribute__((export_name(#name)))
#define PIECES 36
#define SEATS 4
#define TABLE_BITS 20
#define ENTRY_BITS 22
#define LONGEST_HAND 9
#define NO_PIECE 63
#define MOST 255

enum { FOLLOW, NEAREST, TRUMP_ANY_TIME };

/* Which source this was compiled from; a test compares it. */
__attribute__((used)) static const char source[] = SOURCE_SHA256;

/* What the caller writes before it calls anything. search.py packs the same fields in order. */
static struct {
  u64 hands[SEATS];          /* of the whole deal; `left` says what is still held */
  u64 follow[PIECES];        /* the pieces that answer a lead */
  u64 lower[PIECES];         /* the pieces of the same class of suit that a piece outranks */
  u64 trumps, free;          /* `free` need never be played to follow: the jack of trumps */
  u8 strength[PIECES][PIECES]; /* by lead and piece: the highest wins, the first of equals */
  u8 points[PIECES];
  u8 class[PIECES];          /* neighbours of one class are worth the same; 0 compares with none */
  u8 rule;                   /* which pieces may be played */
  u8 seats;                  /* a mask of who plays */
  u8 maximise;               /* a mask of who wants the number high */
  u8 trick_points, last_points;
  u8 one_trick;              /* a mask of a seat that has to win exactly one trick, or none */
  u8 collect[LONGEST_HAND];  /* by tricks left after a trick: who collects it */
} game;

static u64 table[1u << TABLE_BITS];
static u8 after[SEATS], players;

/* A trick while it is played. `won`: the seat of `one_trick` has won a trick before. */
typedef struct {
  u64 laid, beaten; /* beaten: trumps below the highest that was played to a plain lead */
  int count, lead, seat, best, winner, points, won;
} Trick;

static int count(u64 mask) { return __builtin_popcountll(mask); }
static int lowest(u64 mask) { return __builtin_ctzll(mask); }
static u64 bit(int piece) { return 1ull << piece; }
static int is_in(int seat, int seats) { return seats >> seat & 1; }
static int smaller(int a, int b) { return a < b ? a : b; }
static int larger(int a, int b) { return a > b ? a : b; }

/* Sevens ranks alike whatever is led, so row 0 will do. */
static u64 strongest(u64 hand) {
  u64 found = 0;
  int best = 0;
  for (; hand; hand &= hand - 1) {
    int strength = game.strength[0][lowest(hand)];
    if (strength > best) best = strength, found = 0;
    if (strength == best) found |= bit(lowest(hand));
  }
  return found;
}

static u64 legal(u64 hand, const Trick *trick) {
  if (game.rule == NEAREST) return strongest(hand);
  if (!trick->count) return hand;
  u64 following = hand & game.follow[trick->lead];
  if (game.rule == FOLLOW) return following ? following : hand;
  u64 moves = following & ~game.free ? following | (hand & game.trumps) : hand;
  return hand & ~game.free & ~trick->beaten ? moves & ~trick->beaten : moves;
}

static Trick with(const Trick *trick, int piece) {
  Trick next = *trick;
  if (!trick->count) next.lead = piece;
  int strength = game.strength[next.lead][piece];
  if (!trick->count || strength > trick->best) next.best = strength, next.winner = trick->seat;
  if (bit(piece) & game.trumps && !(bit(next.lead) & game.trumps)) next.beaten |= game.lower[piece];
  next.laid |= bit(piece);
  next.points += game.points[piece];
  next.seat = after[trick->seat];
  next.count++;
  return next;
}

/* The most that can still be collected. */
static int all_points(u64 left, int tricks) {
  int sum = tricks * game.trick_points + (tricks ? game.last_points : 0);
  for (; left; left &= left - 1) sum += game.points[lowest(left)];
  return sum;
}

/* Who wins the trick if all who follow play as high as they can. */
static int likely_winner(u64 left, const Trick *trick) {
  const u8 *strength = game.strength[trick->lead];
  int best = trick->best, winner = trick->winner, seat = trick->seat;
  for (int n = trick->count; n < players; n++, seat = after[seat])
    for (u64 moves = legal(game.hands[seat] & left, trick); moves; moves &= moves - 1)
      if (strength[lowest(moves)] > best) best = strength[lowest(moves)], winner = seat;
  return winner;
}

/* Whether the side that maximises likes a seat to win a trick after which so many are left. */
static int is_liked(int winner, int tricks, int won) {
  if (game.one_trick) return is_in(winner, game.one_trick) == won;
  return is_in(winner, game.collect[tricks]);
}

/* A guess at how good a play is: much on a trick that goes the right way, little on others. */
static int promise(u64 left, const Trick *trick, int piece) {
  Trick next = with(trick, piece);
  int seat = trick->seat, strength = game.strength[next.lead][piece];
  int tricks = (count(left) + trick->count) / players - 1;
  int winner = likely_winner(left & ~bit(piece), &next);
  int right = is_liked(winner, tricks, trick->won) == is_in(seat, game.maximise);
  int guess = right ? 100 + 4 * game.points[piece] : 50 - 4 * game.points[piece] - strength;
  if (right) guess += !trick->count || next.winner != winner ? strength : -strength;
  return guess;
}

/* Whether two pieces of a hand do the same: one class, and nobody else holds one between them.
 * In sevens whatever may be played is equally far from seven, and that is all that counts. */
static int is_same(int a, int b, u64 others) {
  if (game.rule == NEAREST) return 1;
  if (!game.class[a] || game.class[a] != game.class[b]) return 0;
  return !((game.lower[a] ^ game.lower[b]) & ~(bit(a) | bit(b)) & others);
}

/* The plays worth trying, with their promise. */
static int list_moves(u64 left, const Trick *trick, int hint, u8 *list, int *guesses) {
  u64 hand = game.hands[trick->seat] & left, others = (left & ~hand) | trick->laid;
  int n = 0;
  for (u64 moves = legal(hand, trick); moves; moves &= moves - 1) {
    int piece = lowest(moves), known = 0;
    for (int i = 0; i < n && !known; i++) known = is_same(piece, list[i], others);
    if (!known) list[n++] = piece;
  }
  for (int i = 0; i < n && n > 1; i++)
    guesses[i] = list[i] == hint ? 1 << 20 : promise(left, trick, list[i]);
  return n;
}

static int take_best(u8 *list, int *guesses, int from, int n) {
  int best = from;
  for (int i = from + 1; i < n; i++)
    if (guesses[i] > guesses[best]) best = i;
  int piece = list[best];
  list[best] = list[from], guesses[best] = guesses[from];
  return piece;
}

static int between_tricks(u64 left, int leader, int won, int low, int high);

static int end_trick(u64 left, const Trick *trick, int low, int high) {
  int tricks = count(left) / players, won = trick->won, gain = 0;
  if (is_in(trick->winner, game.one_trick)) gain = won, won = 1;
  if (is_in(trick->winner, game.collect[tricks]))
    gain = trick->points + game.trick_points + (tricks ? 0 : game.last_points);
  return gain + between_tricks(left, trick->winner, won, low - gain, high - gain);
}

/* The value of a position within a trick; exact between `low` and `high`, else a bound. */
static int within_trick(u64 left, const Trick *trick, int low, int high, int *chosen) {
  if (trick->count == players) return end_trick(left, trick, low, high);
  u8 list[LONGEST_HAND];
  int guesses[LONGEST_HAND], seat = trick->seat, maximising = is_in(seat, game.maximise);
  int n = list_moves(left, trick, *chosen, list, guesses), value = maximising ? -1 : MOST;
  for (int i = 0; i < n && low < high; i++) {
    int piece = take_best(list, guesses, i, n), ignored = NO_PIECE;
    Trick next = with(trick, piece);
    int found = within_trick(left & ~bit(piece), &next, low, high, &ignored);
    if (maximising ? found > value : found < value) value = found, *chosen = piece;
    if (maximising) low = larger(low, value); else high = smaller(high, value);
  }
  return value;
}

static int between_tricks(u64 left, int leader, int won, int low, int high) {
  if (!left) return game.one_trick && !won;
  u64 key = left << 3 | won << 2 | leader;
  u64 *entry = &table[key * 0x9E3779B97F4A7C15ull >> (64 - TABLE_BITS)];
  int least = 0, most, best = NO_PIECE;
  if (*entry >> ENTRY_BITS == key)
    least = *entry & 255, most = *entry >> 8 & 255, best = *entry >> 16 & 63;
  else
    most = all_points(left, count(left) / players);
  if (least >= high || least == most) return least;
  if (most <= low) return most;
  low = larger(low, least), high = smaller(high, most);
  Trick trick = {.seat = leader, .won = won};
  int value = within_trick(left, &trick, low, high, &best);
  if (value > low) least = value;
  if (value < high) most = value;
  *entry = key << ENTRY_BITS | (u64)best << 16 | most << 8 | least;
  return value;
}

/* The pieces of a trick in progress: six bits each from the lead on. */
static Trick begin(int leader, int won, int laid_count, u32 laid) {
  Trick trick = {.seat = leader, .won = won};
  for (; laid_count; laid_count--, laid >>= 6) trick = with(&trick, laid & 63);
  return trick;
}

EXPORT(game_address) void *game_address(void) { return &game; }

EXPORT(prepare) void prepare(void) {
  players = count(game.seats);
  for (int seat = 0; seat < SEATS; seat++) {
    after[seat] = (seat + 1) % SEATS;
    if (!is_in(after[seat], game.seats)) after[seat] = (seat + 2) % SEATS;
  }
}

EXPORT(moves) u64 moves(u64 left, int leader, int laid_count, u32 laid) {
  Trick trick = begin(leader, 0, laid_count, laid);
  return legal(game.hands[trick.seat] & left, &trick);
}

EXPORT(value) int value(u64 left, int leader, int won, int laid_count, u32 laid, int low, int high) {
  if (!laid_count) return between_tricks(left, leader, won, low, high);
  Trick trick = begin(leader, won, laid_count, laid);
  int ignored = NO_PIECE;
  return within_trick(left, &trick, low, high, &ignored);
}
