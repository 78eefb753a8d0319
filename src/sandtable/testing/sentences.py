"""The sentences of the interface that `kernels` checks, by the number that a kernel returns for a violation."""

SENTENCES = (
    "",
    "deal begins at ply 0 and writes every field: a used record becomes the same match as a fresh one",
    "to_move is 0, 1, CHANCE or OVER, and phase is the number of a phase",
    "scores lie in [-1, 1]",
    "scores sum to 0 in a zero-sum game",
    "legal lists at least one action while the match runs",
    "legal lists at most max_actions actions and writes no further",
    "legal lists actions of the declaration in ascending order, each once",
    "legal lists nothing after the end",
    "check accepts every action that legal lists",
    "check refuses every number that legal does not list, but for a partial phase",
    "check refuses with the number of a declared reason",
    "check accepts the same of the mover's view as of the state",
    "chance returns 0 where a seat is to move and after the end",
    "chance gives a weight to each outcome that legal lists",
    "weights are not negative and sum to 1",
    "sample draws what legal lists, in a partial phase what check accepts, and no outcome of weight 0",
    "queries leave the state as it is",
    "apply is a function of state and action: two equal states stay equal",
    "apply adds 1 to ply",
    "observe keeps the header",
    "observe is idempotent",
    "legal lists the same for the mover's view as for the state",
    "features writes the declared count of finite numbers",
    "features are the same from a state and from the seat's view of it",
    "determinize gives a state that the seat sees as the view it was drawn from",
    "determinize gives a full state, which can be played to the end",
    "evaluate lies in [-1, 1]",
    "observed_action is the action itself or -1, and never -1 for its own seat",
    "observed_action depends only on what the seat sees",
    "actions that observed_action hides and that pass on the move alike lead to equal views of the seat they are hidden from",
    "the match ends within the bound",
)

(
    HOLDS,
    DEAL,
    HEADER,
    SCORE_RANGE,
    ZERO_SUM,
    LEGAL_EMPTY,
    LEGAL_COUNT,
    LEGAL_ORDER,
    LEGAL_AFTER_END,
    CHECK_REFUSES,
    CHECK_ACCEPTS,
    CHECK_REASON,
    CHECK_VIEW,
    CHANCE_IDLE,
    CHANCE_COUNT,
    CHANCE_SUM,
    SAMPLE_LEGAL,
    QUERY_WRITES,
    APPLY_TWICE,
    APPLY_PLY,
    OBSERVE_HEADER,
    OBSERVE_TWICE,
    LEGAL_VIEW,
    FEATURES_COUNT,
    FEATURES_VIEW,
    DETERMINIZE_VIEW,
    DETERMINIZE_PLAYS,
    EVALUATE_RANGE,
    OBSERVED_ACTION_VALUE,
    OBSERVED_ACTION_VIEW,
    OBSERVED_ACTION_HIDES,
    BOUND,
) = range(len(SENTENCES))

# sentences checked in plain Python
SAMPLE_FAIR = "sample draws each legal action as likely, and each outcome by its weight"
DETERMINIZE_COVERS = "determinize can draw every state that fits the view: where all draws agree on a value, it is the true one"
SETUP_KEPT = "the rules leave the setup as it is"
REASONS_SAY = "every reason has a sentence and a clause"
TEXT_ROUND = "describe and parse, unpack and pack undo each other"
TEXT_UNIQUE = "no two legal actions share a text"
BYTES_ROUND = "bytes and from_bytes undo each other"
COPY_STAYS = "an earlier copy keeps its digest"
REFUSED_STAYS = "a refused action raises IllegalAction and changes nothing"
REPLAY_SAME = "the same actions lead to the same position"
FACES_WORK = "the text, drawing, scene, prompt, odds and luck of any view come without an error"
DRAWN_SAME = "a view is drawn the same each time"
SCENE_JSON = "a scene can be written as JSON, and has the types that its structs declare"
TELL_WORKS = "tell has a text for every viewer and never raises"
TELL_VIEW = "tell says the same of two states with equal views"
TELL_ALIKE = "where shared_log says so, a seat reads of what a spectator sees what the spectator reads"
OPEN_CHOICE = "where open_choice says so, legal lists the same for a spectator's view as for the position"
RESULT_SAYS = "result is empty before the end and says something after it"
OPTIONS_COUNT = (
    "counters.options says how many actions legal lists, or enough of them, and leaves the state as it is"
)
TALLY_COUNTS = "counters.tally comes without an error, adds finite numbers below its names, and leaves both states as they are"
FINDABLE = "the Spec is the SPEC of an importable module"
MODES_AGREE = "compiled and plain Python agree bit for bit"
