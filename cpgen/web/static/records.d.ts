// The records in cpgen/web/records/ and cpgen/answers/, written by `scripts/write_page_types`.

/** One object per puzzle, one object per line. Only 'puzzle' is required; keys that are not listed are kept. */
export interface Puzzle {
  /** The clues: n² symbols row by row, 1 to 9, A = 10 to Z = 35, @ = 36, and a dot for an open cell. */
  puzzle: string;
  /** The only solution, as n² symbols; null if it is not known. */
  solution?: string | null;
  /** The board: boxes as in 3x3 (height, width), latin-5, or n² region symbols with / between rows; then +diagonals
   * or + and drawn extra houses. Without it, the default boxes of the side. Constraints may follow, each after a +,
   * as in 3x3+cage 15: r1c1 r1c2. */
  layout?: string;
  /** Cages, thermometers and other constraints: objects with a kind, cells as in r1c2 and the values of the kind, or
   * lines of text. A value of ? is open. */
  constraints?: (string | Record<string, any>)[];
  /** Number of clues. */
  clues?: number;
  title?: string;
  author?: string;
  /** Grade of difficulty, as a word. */
  grade?: string | null;
  comment?: string;
  /** The rules, for solvers. */
  instructions?: string;
  date?: string;
  /** Where the puzzle was published. */
  source?: string;
  url?: string;
  /** Drawings without a meaning, one per line, as in `line at=0.5,0.5;1.5,1.5 pen=#34bbe6`. */
  cosmetics?: string;
  /** The cells with a lamp on a board under fog, as in `r1c1 r5c5`. */
  fog?: string;
  /** A text for the solver when the puzzle is solved. */
  message?: string;
  /** The author's symbols for the digits 1, 2, …: a text with blanks between, or a list. */
  symbols?: string | string[];
  /** The digits placed in cells without a clue: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell, as symbols; 0 if none is left. */
  marks?: string[];
  /** The highest complexity of a rule that solving needs. */
  level?: number;
  /** Number of rounds that solving takes. */
  steps?: number;
  /** True if the rules solve the puzzle. */
  solved?: boolean;
  /** How solving ends: solved, stuck or contradiction. */
  outcome?: string;
  /** Number of rounds by rule. */
  rules?: Record<string, any>;
  /** The rules used, if the numbers of rounds are not known. */
  uses?: string[];
  /** How typical the puzzle is of its grade, 0 to 1. */
  appropriateness?: number | null;
  /** True if the appropriateness is above 0.7. */
  matches?: boolean;
  /** The grade model that defines the grade. */
  model?: string;
  /** How the puzzle was made; seed and index reproduce it. */
  method?: Record<string, any>;
  /** Statistics of the search. */
  stats?: Record<string, any>;
}

/** A request without any fields. */
export interface EmptyRequest {
}

/** A request for a layout, by its name or its drawing. */
export interface LayoutRequest {
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  spec: string;
}

/** A request for a random board with irregular regions; pentomino boards have side 5. */
export interface RandomLayoutRequest {
  /** The kind of regions. */
  kind?: "jigsaw" | "pentomino" | "";
  /** The side of a jigsaw. */
  size?: number;
  /** The symmetry of a random pattern or board. */
  symmetry?: string;
  seed?: number | null;
}

/** A request for a random pattern. */
export interface RandomPatternRequest {
  /** The number of clues. */
  clues: number;
  /** The side of the board. */
  size?: number;
  /** The symmetry of a random pattern or board. */
  symmetry?: string;
  seed?: number | null;
}

/** A job that makes puzzles: what to make, and the number; names refer to resources shipped with cpgen only. */
export interface JobRequest {
  /** The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per cell,
   * or the corners of a pentomino board such as 0,1,2,12. */
  layout?: string | null;
  /** Both diagonals hold each digit once, too. */
  diagonals?: boolean;
  /** Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'. */
  constraints?: string | string[] | null;
  symmetry?: string | null;
  /** Minimum number of clues in every region. */
  region_clues?: number;
  /** Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
   * layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
   * grades`. */
  grade?: string | null;
  /** Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500. */
  score?: string | number | [number | null, number | null] | null;
  /** Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is
   * fixed). */
  pattern?: string | null;
  /** Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1
   * r1c2'. A file may begin with a pattern of the given digits. */
  drawing?: string | string[] | null;
  /** Cells of each drawn cage, as in 2..5. */
  cages?: string | number | [number | null, number | null] | null;
  one_cell?: number | null;
  /** Cells of each drawn line, as in 4..6. */
  length?: string | number | [number | null, number | null] | null;
  /** How many lines, cages or signs to draw, as in 8 or 6..8. */
  elements?: string | number | [number | null, number | null] | null;
  /** All dots, or all X and V, are shown: where none is drawn, none holds. */
  all_shown?: boolean;
  /** Number of given digits besides what is drawn, as in 0..6. */
  givens?: string | number | [number | null, number | null] | null;
  clues?: number | null;
  /** Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`. */
  in_order?: boolean;
  /** A run whose digits are in order, by its name, as in 'row 5'; repeatable. */
  along?: string | string[];
  /** Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5. */
  level?: string | number | [number | null, number | null] | null;
  /** Number of rounds that solving takes, as in 30.. or 25..30. */
  steps?: string | number | [number | null, number | null] | null;
  /** A technique that solving must use, as in xy-wing; repeatable. */
  needs?: string | string[];
  /** A technique that solving must not use; repeatable. */
  without?: string | string[];
  /** The hardest technique that solving uses. */
  hardest?: string;
  /** The one technique that solving uses besides singles. */
  only?: string;
  typical?: number | null;
  /** fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a
   * check of the grade at the end. */
  method?: "fast" | "paper" | "";
  /** How a pattern is filled: sample (the default), zama, zama-open, kamio. */
  generation?: "sample" | "zama" | "zama-open" | "kamio" | "";
  /** How the filling is repaired: anneal (the default), zama, zama-open, kamio. */
  replacement?: "anneal" | "zama" | "zama-open" | "kamio" | "";
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Grade model: see `cpgen grades`. */
  model?: string | null;
  /** A ladder whose level names are the grades, instead of a model. */
  ladder?: string | null;
  /** Draw constraints of a kind at random, by the name of its style; names joined by a plus are drawn on one board,
   * as in killer+thermo. */
  kind?: string | null;
  /** The number of different puzzles. */
  count?: number;
  seed?: number | null;
  /** The number of first puzzles of the seed to leave out, made before. */
  after?: number;
  /** Time limit in seconds. */
  budget?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A layout, with its grade model and the grades of that model. */
export interface Layout {
  /** The layout as requests take it, without constraints besides houses. */
  spec: string;
  size: number;
  /** The region of each cell, from 0; empty for a Latin square. */
  regions: number[];
  /** The cells of each extra house, diagonals included. */
  extras: number[][];
  /** True if both diagonals are among the extra houses. */
  diagonals: boolean;
  /** Its constraints besides houses, as lines of text. */
  constraints: string[];
  model: string;
  grades: Grade[];
  name?: string;
  /** A text in each language, by its code. */
  title?: Record<string, string>;
  /** The seed that brings a random board back. */
  seed?: number;
}

/** Constraints as text, which are parsed when the board is known.      Attributes:         text: The constraints, one
 * per line or after a semicolon; `#` begins a comment.         source: Name of the file with the text, for error
 * messages; empty if the text is not from a file. */
export interface ConstraintLines {
  text: string;
  source: string;
}

/** A pattern: the cells of a board that will hold clues. */
export interface Pattern {
  /** n² characters: x for a clue, a dot for none, a digit that is fixed. */
  line: string;
  size: number;
  clues: number;
  symmetry: string;
  name?: string;
  /** A text in each language, by its code. */
  title?: Record<string, string>;
  seed?: number;
}

/** Text of a drawing, parsed when it is needed.      Attributes:         text: Rows of a pattern, if wanted, then
 * constraints, one per line or separated by semicolons.         source: Name of the file, for messages; empty if the
 * text is from elsewhere. */
export interface DrawingText {
  text: string;
  source: string;
}

/** A file with a kind of constraint of the user's own. */
export interface KindFile {
  /** The word of the kind: the name of the file without `.toml`. */
  name: string;
  /** The text of the file. */
  text: string;
}

/** A pattern on a board, in which to find runs of clues. */
export interface RunsRequest {
  /** A shipped pattern's name, or rows of x and dots. */
  pattern: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
}

/** Constraints that are drawn on a board; values may be open. */
export interface DrawingRequest {
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Constraints, as lines of text or objects. */
  constraints?: (string | Record<string, any>)[];
  /** Drawings without a meaning, one per line. */
  cosmetics?: string;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** Files with the user's own kinds of constraints, of which a page wants drawing tools. */
export interface KindsRequest {
  /** The files. */
  files: KindFile[];
}

/** A rule that the user is writing, to see which digits it allows. */
export interface RuleRequest {
  /** The expression. */
  expression: string;
  /** What its names stand for; empty for the usual form. */
  form?: "" | "neighbours" | "pairs" | "cells" | "along" | "groups" | "";
  /** The number of digits. */
  size?: number;
  /** The number of cells whose fillings are counted. */
  count?: number;
}

/** A puzzle or state to rate. */
export interface RatingRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** What the player entered: n² symbols, dots elsewhere; or empty. */
  digits?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** The grade model; empty for the layout's own. */
  model?: string;
  /** A ladder whose level names are the grades, instead of a model; or empty. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle or state to explain. */
export interface ExplanationRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** What the player entered: n² symbols, dots elsewhere; or empty. */
  digits?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** The grade model; empty for the layout's own. */
  model?: string;
  /** A ladder whose level names are the grades, instead of a model; or empty. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** The language of sentences. */
  lang?: "en" | "ja" | "";
  /** The digits' symbols in sentences, with blanks between. */
  symbols?: string;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle to play. */
export interface WalkthroughRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** The grade for which the puzzle was made, if its text does not contain it. */
  grade?: string;
  /** The ladder on which it was rated then; empty for the layout's own. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** A short text. */
  title?: string;
  /** The author's name. */
  author?: string;
  /** The author's rules text. */
  instructions?: string;
  /** Drawings without a meaning, one per line. */
  cosmetics?: string;
  /** Lamps, and cells that light others, on a board under fog: r1c1 r5c5>r8c8. */
  fog?: string;
  /** The author's message for the solved puzzle. */
  message?: string;
  /** The author's symbols for the digits, with blanks between. */
  symbols?: string;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle or state in which to find every deduction. */
export interface FindRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** What the player entered: n² symbols, dots elsewhere; or empty. */
  digits?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** The ladder whose techniques look for it; empty for hodoku. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** Only this technique, on a ladder or not. */
  technique?: string;
  /** The language of sentences. */
  lang?: "en" | "ja" | "";
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle or state, and a digit in a cell that is to be refuted. */
export interface RefutationRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** What the player entered: n² symbols, dots elsewhere; or empty. */
  digits?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** The grade model; empty for the layout's own. */
  model?: string;
  /** A ladder whose level names are the grades, instead of a model; or empty. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** The language of sentences. */
  lang?: "en" | "ja" | "";
  /** The digits' symbols in sentences, with blanks between. */
  symbols?: string;
  /** The cell, as in r3c5. */
  cell?: string;
  /** The digit to refute, as one symbol. */
  digit?: string;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle to solve or check. */
export interface SolutionRequest {
  /** The puzzle, in any format. */
  puzzle: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** What the player entered: n² symbols, dots elsewhere; or empty. */
  digits?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Time limit in seconds. */
  limit?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** Clues entered so far in a puzzle being made by hand; there may be none, and they may contradict each other. */
export interface OutlookRequest {
  /** n² symbols, dots for cells without a clue. */
  clues: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  cell?: number | null;
  /** Also say what follows in each cell, not only how many solutions there are. */
  candidates?: boolean;
  /** The grade model; empty for the layout's own. */
  model?: string;
  /** A ladder whose level names are the grades, instead of a model; or empty. */
  ladder?: "explainer" | "hodoku" | "nikoli100" | "one-scale" | "variants" | "";
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Time limit in seconds for each question to the oracle. */
  limit?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A puzzle being made, for the reasons why it does not have exactly one solution. */
export interface DiagnosisRequest {
  /** n² symbols, dots for cells without a clue. */
  clues: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Time limit in seconds for each question to the oracle. */
  limit?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** Constraints whose open values are to be filled in from a random grid. */
export interface FillRequest {
  /** n² symbols, dots for cells without a clue. */
  clues: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Time limit in seconds for each question to the oracle. */
  limit?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
  /** Constraints, as lines of text. */
  constraints: string[];
  /** Fill in other values as well, where a value may be open. */
  again?: boolean;
  seed?: number | null;
}

/** A text with puzzles. */
export interface ReadRequest {
  /** Puzzles, in any format. */
  text: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A text with puzzles and the format to convert them to. */
export interface ConvertRequest {
  /** Puzzles, in any format. */
  text: string;
  /** The layout: a name, 3x3, latin-5 or drawn regions. */
  layout?: string;
  /** Ignore drawings (lines, circles, cages …) that may be extra rules; reports their number. */
  ignore_drawings?: boolean;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
  /** The format to write. */
  to: string;
}

/** Puzzles to write to a file. */
export interface ExportRequest {
  /** Puzzles as objects. */
  puzzles: Record<string, any>[];
  /** The kind of file. */
  to: string;
  /** The language of sentences. */
  lang?: "en" | "ja" | "";
  /** A short text. */
  title?: string;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** Puzzles to print in a booklet. */
export interface BookRequest {
  /** The title. */
  title?: string;
  /** The line below the title. */
  subtitle?: string;
  /** The author. */
  author?: string;
  /** The publisher, for the imprint. */
  publisher?: string;
  /** The ISBN, for the imprint. */
  isbn?: string;
  /** The copyright notice, as in '© 2030 A. Name'. */
  rights?: string;
  /** A text printed before the rules of play. */
  introduction?: string;
  /** The most puzzles per page; 0 for as many as stay readable. */
  per_page?: number;
  /** Digits of 24 points or more, one or two puzzles per page. */
  large_print?: boolean;
  /** The size of the paper: a4, a5, b5, b6, letter, 6x9in …, or WxH with a unit. */
  paper_size?: string;
  /** Bleed beyond all edges but the spine's, as in 0.125in or 3mm. */
  bleed?: string;
  /** PDF/X-1a, as many printers ask for: no colours, no links. */
  pdf_x?: boolean;
  /** The language. */
  lang?: "en" | "ja" | "";
  /** Title, imprint, contents, how to play and how to solve. By default, a set that fits on one page has none: it is
   * one sheet, puzzles and solutions. */
  front?: boolean | null;
  /** Chapters by grade, the easiest puzzles first; without it, the puzzles in their given order. */
  sort?: boolean;
  /** Print hints for the first rounds of each puzzle before the solutions. */
  hints?: boolean;
  /** Where solutions are: at the end, or overleaf, upside down. */
  solutions?: "end" | "overleaf" | "";
  /** Add a last page that says what was checked. */
  certificate?: boolean;
  /** Print a line next to each puzzle to note the time. */
  time_line?: boolean;
  /** Print a QR code next to each puzzle to play it online. */
  qr?: boolean;
  /** Colour the regions. */
  colours?: boolean;
  /** Symbols for the digits: single characters, or words separated by blanks. */
  symbols?: string;
  /** Puzzles as objects. */
  puzzles: Record<string, any>[];
  /** A PDF, an EPUB, or a zip file of vector files. */
  kind?: "pdf" | "epub" | "zip" | "";
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
}

/** A booklet and the pages of it to show. */
export interface BookPagesRequest {
  /** The title. */
  title?: string;
  /** The line below the title. */
  subtitle?: string;
  /** The author. */
  author?: string;
  /** The publisher, for the imprint. */
  publisher?: string;
  /** The ISBN, for the imprint. */
  isbn?: string;
  /** The copyright notice, as in '© 2030 A. Name'. */
  rights?: string;
  /** A text printed before the rules of play. */
  introduction?: string;
  /** The most puzzles per page; 0 for as many as stay readable. */
  per_page?: number;
  /** Digits of 24 points or more, one or two puzzles per page. */
  large_print?: boolean;
  /** The size of the paper: a4, a5, b5, b6, letter, 6x9in …, or WxH with a unit. */
  paper_size?: string;
  /** Bleed beyond all edges but the spine's, as in 0.125in or 3mm. */
  bleed?: string;
  /** PDF/X-1a, as many printers ask for: no colours, no links. */
  pdf_x?: boolean;
  /** The language. */
  lang?: "en" | "ja" | "";
  /** Title, imprint, contents, how to play and how to solve. By default, a set that fits on one page has none: it is
   * one sheet, puzzles and solutions. */
  front?: boolean | null;
  /** Chapters by grade, the easiest puzzles first; without it, the puzzles in their given order. */
  sort?: boolean;
  /** Print hints for the first rounds of each puzzle before the solutions. */
  hints?: boolean;
  /** Where solutions are: at the end, or overleaf, upside down. */
  solutions?: "end" | "overleaf" | "";
  /** Add a last page that says what was checked. */
  certificate?: boolean;
  /** Print a line next to each puzzle to note the time. */
  time_line?: boolean;
  /** Print a QR code next to each puzzle to play it online. */
  qr?: boolean;
  /** Colour the regions. */
  colours?: boolean;
  /** Symbols for the digits: single characters, or words separated by blanks. */
  symbols?: string;
  /** Puzzles as objects. */
  puzzles: Record<string, any>[];
  /** A PDF, an EPUB, or a zip file of vector files. */
  kind?: "pdf" | "epub" | "zip" | "";
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
  /** The number of the first page, from 1. */
  first?: number;
  /** How many pages, at most. */
  most?: number;
}

/** A job that makes exercises: boards on which a technique is the next step; the default ladder is `hodoku`. */
export interface PracticeRequest {
  /** The board: a name from `cpgen layouts list`, boxes such as 2x3, latin-5, regions drawn with one symbol per cell,
   * or the corners of a pentomino board such as 0,1,2,12. */
  layout?: string | null;
  /** Both diagonals hold each digit once, too. */
  diagonals?: boolean;
  /** Further constraints, one per line or after a semicolon, such as 'cage 15: r1c1 r1c2; thermo r9c4 r8c4'. */
  constraints?: string | string[] | null;
  symmetry?: string | null;
  /** Minimum number of clues in every region. */
  region_clues?: number;
  /** Difficulty, in English or Japanese: beginner, intermediate, advanced or expert on Nikoli's scale (that of the
   * layout); easy, medium, hard, unfair or extreme on HoDoKu's, where most experts are easy; or any. See `cpgen
   * grades`. */
  grade?: string | null;
  /** Sum of the scores of all rounds, on a ladder that has scores, as in 1000..1500. */
  score?: string | number | [number | null, number | null] | null;
  /** Which cells hold clues: a name from `cpgen patterns`, or rows of x and dots (a digit: that cell's digit is
   * fixed). */
  pattern?: string | null;
  /** Constraints to draw, one per line or after a semicolon; values written as ? are chosen, as in 'cage ?: r1c1
   * r1c2'. A file may begin with a pattern of the given digits. */
  drawing?: string | string[] | null;
  /** Cells of each drawn cage, as in 2..5. */
  cages?: string | number | [number | null, number | null] | null;
  one_cell?: number | null;
  /** Cells of each drawn line, as in 4..6. */
  length?: string | number | [number | null, number | null] | null;
  /** How many lines, cages or signs to draw, as in 8 or 6..8. */
  elements?: string | number | [number | null, number | null] | null;
  /** All dots, or all X and V, are shown: where none is drawn, none holds. */
  all_shown?: boolean;
  /** Number of given digits besides what is drawn, as in 0..6. */
  givens?: string | number | [number | null, number | null] | null;
  clues?: number | null;
  /** Digits in order (1 2 3 …, rising or falling) along a run of clues, see `cpgen patterns --runs`. */
  in_order?: boolean;
  /** A run whose digits are in order, by its name, as in 'row 5'; repeatable. */
  along?: string | string[];
  /** Complexity of the hardest rule, as in 3.., ..6, 2..4 or 5. */
  level?: string | number | [number | null, number | null] | null;
  /** Number of rounds that solving takes, as in 30.. or 25..30. */
  steps?: string | number | [number | null, number | null] | null;
  /** A technique that solving must use, as in xy-wing; repeatable. */
  needs?: string | string[];
  /** A technique that solving must not use; repeatable. */
  without?: string | string[];
  /** The hardest technique that solving uses. */
  hardest?: string;
  /** The one technique that solving uses besides singles. */
  only?: string;
  typical?: number | null;
  /** fast: from a random grid, annealed until it matches; paper: as in Kamio (2022), both phases kamio, without a
   * check of the grade at the end. */
  method?: "fast" | "paper" | "";
  /** How a pattern is filled: sample (the default), zama, zama-open, kamio. */
  generation?: "sample" | "zama" | "zama-open" | "kamio" | "";
  /** How the filling is repaired: anneal (the default), zama, zama-open, kamio. */
  replacement?: "anneal" | "zama" | "zama-open" | "kamio" | "";
  /** The oracle that proves solutions. */
  oracle?: string;
  /** Grade model: see `cpgen grades`. */
  model?: string | null;
  /** A ladder whose level names are the grades, instead of a model. */
  ladder?: string | null;
  /** Draw constraints of a kind at random, by the name of its style; names joined by a plus are drawn on one board,
   * as in killer+thermo. */
  kind?: string | null;
  /** The number of different puzzles. */
  count?: number;
  seed?: number | null;
  /** The number of first puzzles of the seed to leave out, made before. */
  after?: number;
  /** Time limit in seconds. */
  budget?: number;
  /** Your own kinds of constraints, for this request alone. */
  kinds?: KindFile[];
  /** A technique, as in swordfish. */
  technique: string;
}

/** The id of a job that was started before. */
export interface JobId {
  /** The job's id. */
  id: string;
}

/** Everything that can be chosen in a request. */
export interface Choices {
  layouts: Layout[];
  patterns: Pattern[];
  methods: Methods;
  oracles: OracleChoice[];
  formats: FormatChoice[];
  symmetries: string[];
  families: Family[];
  models: string[];
  ladders: LadderChoice[];
  constraints: ConstraintKind[];
  /** Tools for drawings without a meaning. */
  cosmetics: ConstraintKind[];
  /** Tools for fog over the board. */
  fog: ConstraintKind[];
  /** Colours that pictures tell apart, by name. */
  colours: Record<string, string>;
  styles: StyleChoice[];
  defaults: Defaults;
}

/** A grade available for a layout. */
export interface Grade {
  name: string;
  japanese: string;
  default: boolean;
}

/** Names of the methods to choose from, for the generation phase and the replacement phase. */
export interface Methods {
  generation: string[];
  replacement: string[];
}

/** An oracle: a solver that proves solutions. */
export interface OracleChoice {
  name: string;
  about: string;
  /** A text in each language, by its code. */
  title: Record<string, string>;
  /** True if what it needs is installed. */
  available: boolean;
}

/** A format of puzzles, or a type of file that is only written, such as a picture. */
export interface FormatChoice {
  name: string;
  /** A text in each language, by its code. */
  title: Record<string, string>;
  ending: string;
  /** True if it can be read as well; all can be written. */
  reads: boolean;
  /** True if it holds several puzzles. */
  many: boolean;
}

/** A family of similar techniques. */
export interface Family {
  /** A text in each language, by its code. */
  title: Record<string, string>;
  techniques: TechniqueChoice[];
}

/** A solving technique, by its name in requests and its title. */
export interface TechniqueChoice {
  name: string;
  /** A text in each language, by its code. */
  title: Record<string, string>;
}

/** A ladder: its techniques, and its levels as grades. */
export interface LadderChoice {
  name: string;
  title: string;
  techniques: string[];
  /** True if its techniques have scores. */
  scores: boolean;
  grades: Grade[];
}

/** A kind of constraint and how a person draws it. */
export interface ConstraintKind {
  kind: string;
  /** A text in each language, by its code. */
  title: Record<string, string>;
  /** Other words for it, by language. */
  synonyms: Record<string, string[]>;
  /** What a person draws: cells in any order, a path … */
  drawn: "board" | "cell" | "cells" | "corner" | "diagonal" | "edge" | "line" | "outside";
  /** Its fields for cells; `groups` holds groups of cells. */
  cells: string[];
  /** The smallest number of cells, or of groups. */
  least: number;
  values: ConstraintValue[];
  /** Its picture, if it is drawn on cells. */
  glyph: Glyph | null;
}

/** Description of a parameter of a constraint, such as the sum of a cage: its type, choices and default. */
export interface ConstraintValue {
  name: string;
  type: "digits" | "number" | "text" | "word" | "words";
  /** The words to choose from. */
  choices: string[];
  /** True if it may be left open, as ?. */
  open: boolean;
  /** True if it may be absent. */
  optional: boolean;
  default?: number | string | null;
}

/** The picture of a small example of a kind of constraint, for the button of its tool. */
export interface Glyph {
  shapes: [string, Record<string, string>, string, any[]][];
  /** Side of a cell in the drawing. */
  unit: number;
  /** The part of the board that it shows: left, top, width and height in cells. */
  window: [number, number, number, number];
}

/** A style, in which constraints are drawn on a board at random. */
export interface StyleChoice {
  name: string;
  title: Record<string, string>;
  /** The field of a request for the cells of each: `cages`, `length` or none. */
  sizes: string;
  /** True if the number of elements can be chosen. */
  counted: boolean;
}

/** Values that a request has by default. */
export interface Defaults {
  oracle: string;
  generation: string;
  replacement: string;
  layout: string;
}

/** Texts of the pages, by language and key. */
export interface Words {
  play: Record<string, Record<string, string>>;
  studio: Record<string, Record<string, string>>;
  /** Sentences of the server, by the keys in its answers. */
  errors: Record<string, Record<string, string>>;
}

/** Result of a feasibility check of a request. */
export interface Verdict {
  /** What is wrong, and what would be right. */
  sentence: string;
  /** The key of the sentence's text. */
  key?: string;
  /** The values of the text's placeholders. */
  values?: Record<string, any>;
  ok: boolean;
  kind: "hard" | "impossible" | "input" | null;
  /** Grades that a drawing is likely to have. */
  likely?: string[];
  /** The other grades of its model. */
  unlikely?: string[];
  /** Cells that the sentence speaks of. */
  marked?: number[];
  /** Predicted for the pattern; absent where nothing is known. */
  efforts?: GradeEffort[];
}

/** Predicted effort of making a puzzle of a grade on a pattern. */
export interface GradeEffort {
  grade: string;
  /** The work, as a multiple of the typical one. */
  times: number;
  hard: boolean;
  /** True if there may be no such puzzle at all. */
  beyond: boolean;
}

/** Runs of a pattern's clues that may hold digits in order. */
export interface Runs {
  runs: ClueRun[];
}

/** A run: clues that a person reads one after another, along a line or a shape, and that may be in order. */
export interface ClueRun {
  /** Its name, as a request takes it in `along`. */
  run: string;
  cells: number[];
  /** Why it cannot hold digits in order. */
  against: string | null;
  /** The chance that a random grid holds digits in order along it. */
  chance: number | null;
}

/** Constraints on a board, their picture, and the layout with those that fit. */
export interface Drawing {
  /** Elements below the lines of the board. */
  under: [string, Record<string, string>, string, any[]][];
  /** Elements above the lines of the board. */
  over: [string, Record<string, string>, string, any[]][];
  /** Side of a cell in the drawing. */
  unit: number;
  /** Reach of the drawing beyond the board to the left, above, right and below, in cells. */
  reach: [number, number, number, number];
  /** True if there are texts in corners of cells, as in cages. */
  cornered: boolean;
  spec: string;
  /** True if a value is left open. */
  is_open: boolean;
  constraints: DrawnConstraint[];
  /** The rules of the puzzle, by language. */
  rules: Record<string, string[]>;
}

/** A constraint that was sent with a drawing: its forms, its cells, and the faults found in it. */
export interface DrawnConstraint {
  /** The constraint as a line of text. */
  line: string;
  /** The constraint as an object; empty if it cannot be read. */
  given: Record<string, any>;
  /** Its cells, numbered from 0. */
  cells: number[];
  /** A text in each language, by its code. */
  name: Record<string, string>;
  problem: DrawnProblem | null;
  /** The smallest and the largest number of each value that its cells allow, by name. */
  ranges: Record<string, [number, number]>;
  /** A warning, if it is there twice and counts once. */
  warning: DrawnProblem | null;
}

/** A sentence about a fault of a constraint, or a warning about it. */
export interface DrawnProblem {
  /** What is wrong, and what would be right. */
  sentence: string;
  /** The key of the sentence's text. */
  key?: string;
  /** The values of the text's placeholders. */
  values?: Record<string, any>;
}

/** The user's own kinds of constraints in files that were sent, as tools, and the faults of wrong files. */
export interface Kinds {
  kinds: ConstraintKind[];
  problems: DrawnProblem[];
}

/** Digits that a rule written by the user allows. */
export interface RulePreview {
  /** What the names in the expression stand for. */
  form: string;
  /** For each first digit, which second digits are allowed; empty if it is not about pairs. */
  pairs: boolean[][];
  /** Number of fillings that it allows; null if they are too many. */
  allowed: number | null;
  /** Number of fillings of as many cells as were asked about. */
  fillings: number | null;
  problem: DrawnProblem | null;
}

/** A graded puzzle; `state` and `mistakes` are given for a state and for a rating that assumes one solution. */
export interface Rated {
  puzzle: string;
  /** The solution, null unless the rules find it. */
  solution: string | null;
  layout: string;
  clues: number;
  level: number;
  steps: number;
  solved: boolean;
  /** `stopped` where rating takes long: it is harder than the level so far. */
  outcome: "contradiction" | "solved" | "stopped" | "stuck";
  ladder: string;
  /** The sum of the scores of all rounds, on a ladder that has scores. */
  score: number;
  /** The ladder's name for the level, null where it has none. */
  level_name: string | null;
  /** The hardest rule that was used. */
  hardest: string | null;
  /** The number of rounds by rule. */
  rules: Record<string, number>;
  /** The digits placed: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  grade: string | null;
  appropriateness: number | null;
  matches: boolean;
  model: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  /** The rating on the other scale; absent for large boards. */
  also?: OtherScale;
  state?: BoardState;
  mistakes?: Mistake[];
  /** Why it is not known whether the position has mistakes. */
  undecided?: string;
}

/** Rating of a puzzle on the other scale: HoDoKu's next to the paper's, or the other way round. */
export interface OtherScale {
  /** The grade model or ladder. */
  model: string;
  grade: string | null;
  level: number;
  steps: number;
  score: number;
  outcome: "contradiction" | "solved" | "stuck";
}

/** The status of a board: open with one solution, already full, without a solution, or with several. */
export type BoardState = "already-solved" | "many-solutions" | "no-solution" | "open";

/** A cell whose digit does not match the solution, or whose noted candidates exclude the solution's digit. */
export interface Mistake {
  cell: string;
  /** The digit placed; null where a candidate is missing. */
  placed: string | null;
  /** The digit of the solution. */
  right: string;
  sentence: string;
}

/** A rated puzzle with the rounds that solve it. */
export interface Explained {
  puzzle: string;
  /** The solution, null unless the rules find it. */
  solution: string | null;
  layout: string;
  clues: number;
  level: number;
  steps: number;
  solved: boolean;
  /** `stopped` where rating takes long: it is harder than the level so far. */
  outcome: "contradiction" | "solved" | "stopped" | "stuck";
  ladder: string;
  /** The sum of the scores of all rounds, on a ladder that has scores. */
  score: number;
  /** The ladder's name for the level, null where it has none. */
  level_name: string | null;
  /** The hardest rule that was used. */
  hardest: string | null;
  /** The number of rounds by rule. */
  rules: Record<string, number>;
  /** The digits placed: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  grade: string | null;
  appropriateness: number | null;
  matches: boolean;
  model: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  /** The rating on the other scale; absent for large boards. */
  also?: OtherScale;
  state?: BoardState;
  mistakes?: Mistake[];
  /** Why it is not known whether the position has mistakes. */
  undecided?: string;
  rounds: Round[];
}

/** A round of an explanation, as data and as sentences. */
export interface Round {
  round: number;
  rule: string;
  complexity: number;
  findings: Finding[];
  sentence: string;
  /** The rule's name in the language of the request. */
  title: string;
  /** Where to look, without saying what is there. */
  look: string;
}

/** One use of a rule as data and as a sentence, in a hint also with where to look for it. */
export interface Finding {
  houses: string[];
  /** The cells to highlight. */
  cells: string[];
  digits: string[];
  /** Pairs of cell and digit, as in r5c2 and 7. */
  placed: [string, string][];
  /** Pairs of cell and digit, as in r5c2 and 7. */
  removed: [string, string][];
  parts?: FindingPart[];
  /** In a data set with `clue_sets`: a minimal set of clues that imply it. */
  clues?: string[];
  sentence: string;
  /** Where to look, and nothing else, in a hint. */
  where?: string;
  /** Where to look, and for what, in a hint. */
  look?: string;
}

/** Part of a finding, by its role in the technique: a house that contains or loses its digits, a fin, a link … */
export interface FindingPart {
  /** As in `start`, `strong`, `weak`: a chain's first candidates and its links. */
  role: string;
  house: string | null;
  /** Cells, as in r5c2. */
  cells: string[];
  digits: string[];
  /** The part that a link comes from, numbered from 0. */
  source: number | null;
  /** The constraint that it is about. */
  constraint?: Record<string, any>;
  /** The total of a sum that follows from others. */
  total?: number;
  /** Of an equation, the weights of its cells or a house. */
  weights?: number[];
}

/** Data of a playable puzzle; sentences are given in every language, with each digit in braces, as in `{4}`. */
export interface Walkthrough {
  puzzle: string;
  layout: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  /** The size and the kinds of the board, by language. */
  board: Record<string, string>;
  solution: string;
  title: string;
  author: string;
  /** The author's rules text; empty for the rules of the board. */
  instructions: string;
  /** Drawings without a meaning, one per line. */
  cosmetics: string;
  /** Lamps, and cells that light others, on a board under fog; empty without fog. */
  fog: string;
  /** The author's symbols for the digits, with blanks between, or empty. */
  symbols: string;
  /** The author's message for the solved puzzle. */
  message: string;
  level: number;
  steps: number;
  outcome: "solved" | "stuck";
  /** The grade for which it was made, else the nearest; or null. */
  grade: string | null;
  /** Rules and complexities, in order. */
  ladder: [string, number][];
  rounds: WalkthroughRound[];
  /** Sites that play it, each with the address. */
  elsewhere: [string, string][];
  /** The rating on the other scale; absent for large boards. */
  also?: OtherScale;
  constraints?: BoardConstraints;
}

/** A round of solving, for the page that plays a puzzle: its rule, and each use of the rule. */
export interface WalkthroughRound {
  rule: string;
  complexity: number;
  /** A text in each language, by its code. */
  title: Record<string, string>;
  findings: WalkthroughFinding[];
}

/** One use of a rule; cells are numbered from 0, `placed` and `removed` are pairs of cell and digit. */
export interface WalkthroughFinding {
  cells: number[];
  houses: number[][];
  placed: [number, number][];
  removed: [number, number][];
  /** Where to look, and nothing else. */
  where: Record<string, string>;
  /** A text in each language, by its code. */
  look: Record<string, string>;
  /** A text in each language, by its code. */
  sentence: Record<string, string>;
  parts: WalkthroughPart[];
}

/** Part of a finding: a house, cells or digits with their role in it, such as a link of a chain.      A link names
 * the part from which it starts by its position among the parts. */
export interface WalkthroughPart {
  role: string;
  house: HouseCells | null;
  cells: number[];
  digits: number[];
  source: number | null;
}

/** A house and its cells. */
export interface HouseCells {
  cells: number[];
}

/** Constraints besides houses: drawing, rules and conditions. */
export interface BoardConstraints {
  /** Elements below the lines of the board. */
  under: [string, Record<string, string>, string, any[]][];
  /** Elements above the lines of the board. */
  over: [string, Record<string, string>, string, any[]][];
  /** Side of a cell in the drawing. */
  unit: number;
  /** Reach of the drawing beyond the board to the left, above, right and below, in cells. */
  reach: [number, number, number, number];
  /** True if there are texts in corners of cells, as in cages. */
  cornered: boolean;
  /** Pairs of cells in no common house that must differ. */
  sight: [number, number][];
  /** The rules of the puzzle, by language. */
  rules: Record<string, string[]>;
  conditions: Conditions[];
}

/** A constraint as primitive conditions, with which a page checks the digits entered so far. */
export interface Conditions {
  /** A text in each language, by its code. */
  name: Record<string, string>;
  /** Each is a form, its cells and its values: `different`; `domain` with a mask of digits; `pair` with a mask for
   * each digit of the first cell; `linear` with coefficients, relation and total; `automaton` with transitions by
   * state and digit, and accepting states. */
  primitives: any[][];
}

/** Hint for a puzzle in play, with the whole next round and a sentence; without a round if it has mistakes. */
export interface Hint {
  puzzle: string;
  layout: string;
  /** The digits placed: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  state: BoardState;
  mistakes: Mistake[];
  rule?: string;
  complexity?: number;
  title?: string;
  /** Where to look. */
  look?: string;
  round?: number;
  findings?: Finding[];
  /** The action of the round, or the state of the board if there is none. */
  sentence: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
}

/** All deductions possible on the current board, and its mistakes. */
export interface Found {
  puzzle: string;
  layout: string;
  /** The digits placed: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  state: BoardState;
  mistakes: Mistake[];
  findings: FoundFinding[];
}

/** A deduction possible on the current board; `cells` are the cells to highlight. */
export interface FoundFinding {
  /** The number of the board among several, on the command line. */
  state?: number;
  technique: string;
  /** HoDoKu's number for the technique, empty where it has none. */
  code: string;
  /** Pairs of cell and digit, as in r5c2 and 7. */
  placed: [string, string][];
  /** Pairs of cell and digit, as in r5c2 and 7. */
  removed: [string, string][];
  /** Cells, as in r5c2. */
  cells: string[];
  parts?: FindingPart[];
  sentence: string;
  assumes_one_solution: boolean;
}

/** Answer to the question why a cell cannot hold a digit: the shortest refutation that the techniques find. */
export interface Refuted {
  puzzle: string;
  layout: string;
  /** The digits placed: n² symbols, dots elsewhere. */
  placed?: string;
  /** The candidates noted in each cell. */
  marks?: string[];
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  cell: string;
  digit: string;
  /** `given`: the cell has a clue; `right`: it is the digit of the solution; `seen`: a cell in sight has it;
   * `eliminated`: the steps eliminate it; `assumed`: the steps refute it by contradiction; `open`: the techniques do
   * not decide it. */
  reason: "assumed" | "eliminated" | "given" | "open" | "right" | "seen";
  steps: FoundFinding[];
  /** The cell without candidates, or those of the house without a place for a digit. */
  contradiction: string[];
  /** The whole refutation in sentences. */
  sentences: string[];
}

/** A solution of a puzzle. */
export interface Solved {
  puzzle: string;
  layout: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  solution: string;
  /** True if it is the only one. */
  unique: boolean;
}

/** Result of a uniqueness check, with the solutions that prove it. */
export interface Checked {
  puzzle: string;
  layout: string;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  clues: number;
  unique: boolean;
  solution: string | null;
  solutions: string[];
  /** The cells in which two solutions differ. */
  differing: string[];
  /** For each alternatives on the board, the options that the only solution satisfies. */
  held?: string[][];
  mistakes?: Mistake[];
}

/** Analysis of the clues so far: solutions, consequences, clues in conflict, possible digits of a cell. */
export interface Outlook {
  puzzle: string;
  layout: string;
  clues: number;
  /** Counted up to 100; null where the time was not enough. */
  solutions: number | null;
  /** Cells of clues that contradict each other, all needed. */
  conflict: number[];
  /** Cells of clues without which, one alone, it has a solution. */
  blamed: number[];
  outcome: "contradiction" | "solved" | "stuck";
  /** The digits that follow by logic: n² symbols, dots elsewhere. */
  placed: string;
  /** The candidates that logic leaves in each open cell. */
  marks: string[];
  level: number;
  steps: number;
  hardest: string | null;
  /** The grade, null unless logic solves it. */
  grade: string | null;
  appropriateness: number | null;
  choices: DigitChoice[];
  /** The rating on the other scale; absent for large boards. */
  also?: OtherScale;
}

/** A digit that a cell may hold as a clue, and the number of solutions that the puzzle would then have. */
export interface DigitChoice {
  digit: string;
  /** 0, 1, 2 for several; null where the time was not enough. */
  solutions: number | null;
}

/** Reasons for which a puzzle does not have exactly one solution, and changes that would give it one. */
export interface Reasons {
  /** None, one or several (2); null where the time was not enough. */
  solutions: number | null;
  /** True if all digits and values are listed. */
  complete: boolean;
  /** Cells of clues that contradict each other. */
  clues: number[];
  /** Constraints that take part in that. */
  constraints: NamedConstraint[];
  deciding: DecidingDigit[];
  /** Open constraints with a value filled in. */
  values: NamedConstraint[];
}

/** A constraint: its line of text, its name in each language, and its cells. */
export interface NamedConstraint {
  line: string;
  /** A text in each language, by its code. */
  name: Record<string, string>;
  cells: number[];
  /** The line that it would replace; or empty. */
  instead: string;
}

/** A digit that, as a further clue, would leave a puzzle with exactly one solution. */
export interface DecidingDigit {
  cell: number;
  digit: string;
}

/** Number of solutions in which each cell has each digit. */
export interface Occurrences {
  /** For each cell, the number of solutions with each digit, from 1. */
  counts: number[][];
  /** Number of solutions that were looked at. */
  solutions: number;
  /** True if these are all solutions; otherwise they are random ones. */
  exact: boolean;
}

/** Given digits and constraints that a puzzle can do without, each on its own. */
export interface Superfluous {
  /** Cells of given digits. */
  clues: number[];
  constraints: NamedConstraint[];
  /** True if all were tried in time. */
  complete: boolean;
  /** True if all can be left out together; null if unknown. */
  together: boolean | null;
}

/** Constraints whose open values were filled in from a random grid. */
export interface Filled {
  /** Lines of text. */
  constraints: string[];
  /** Number of constraints of which the grid shows nothing. */
  left_out: number;
}

/** The puzzles read from a text, and the parts of it that are not puzzles. */
export interface Entries {
  puzzles: Puzzle[];
  problems: Problem[];
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  /** Drawings kept without a meaning, which may be constraints: how many of each kind. */
  kept?: Record<string, number>;
}

/** Part of a text that is not a puzzle, or a puzzle that a format cannot hold. */
export interface Problem {
  /** What is wrong, and what would be right. */
  sentence: string;
  /** The key of the sentence's text. */
  key?: string;
  /** The values of the text's placeholders. */
  values?: Record<string, any>;
  /** The line in which it begins, from 1; 0 when that is unknown. */
  line: number;
}

/** Puzzles as a text in a format, and the details that it cannot hold. */
export interface Text {
  text: string;
  /** The number of puzzles in the text. */
  count: number;
  problems: Problem[];
  /** Data that the format cannot hold: how many of each kind. */
  lost?: Record<string, number>;
  /** Ignored drawings: how many of each kind. */
  ignored?: Record<string, number>;
  /** Drawings kept without a meaning, which may be constraints: how many of each kind. */
  kept?: Record<string, number>;
}

/** Pages of a booklet as pictures. */
export interface BookPages {
  /** PNG files in base64. */
  pages: string[];
  /** The number of pages of the booklet. */
  of: number;
}

/** Status of a job: its state, its progress and, if requested, its puzzles so far. */
export interface JobStatus {
  id: string;
  /** The address of its events. */
  events: string;
  state: "ended" | "running" | "waiting";
  found: number;
  count: number;
  seed: number;
  progress: Progress;
  end: Outcome | null;
  /** The puzzles made so far. */
  puzzles?: (Puzzle | Exercise)[];
}

/** Progress of a job; during compilation, the number of the current function and the total. */
export interface Progress {
  /** True if it waits until other jobs have ended. */
  waits: boolean;
  found: number;
  attempts: number;
  ratings: number;
  seconds: number;
  compiling: number;
  to_compile: number;
}

/** Outcome of a job that has ended, with a sentence about it. */
export interface Outcome {
  /** What is wrong, and what would be right. */
  sentence: string;
  /** The key of the sentence's text. */
  key?: string;
  /** The values of the text's placeholders. */
  values?: Record<string, any>;
  outcome: "done" | "error" | "impossible" | "not-found" | "stopped";
}

/** A board on which a technique is the next useful step, with all its uses on that board. */
export interface Exercise {
  puzzle: string;
  layout: string;
  solution: string;
  start: Start;
  sought: WalkthroughRound;
  constraints?: BoardConstraints;
}

/** Board at the start of an exercise: its digits and candidates. */
export interface Start {
  /** Clues and digits placed: n² symbols, dots elsewhere. */
  digits: string;
  /** The candidates of each cell. */
  marks: string[];
}

/** Answer of the server to a request that failed, with the reason in `error`. */
export interface Failure {
  error: FailureDetails;
}

/** Reason for the failure of a request: a sentence, the kind of failure, and the wrong field. */
export interface FailureDetails {
  /** What is wrong, and what would be right. */
  sentence: string;
  /** The key of the sentence's text. */
  key?: string;
  /** The values of the text's placeholders. */
  values?: Record<string, any>;
  kind: "busy" | "error" | "forbidden" | "impossible" | "input" | "method" | "not-found" | "too-large" | "too-slow";
  /** The part of the request that is wrong. */
  where?: string;
}

/** Completed share of the work on a file. */
export interface Share {
  share: number;
}

/** The finished file, as the last event of its progress stream. */
export interface FinishedFile {
  name: string;
  media: string;
  /** The file in base64. */
  content: string;
}

export interface GetAnswers {
  "choices": Choices;
  "words": Words;
  "layout": Layout;
  "layout/random": Layout;
  "pattern/random": Pattern;
  [path: `jobs/${string}`]: JobStatus;
}

export interface PostAnswers {
  "pattern/check": Verdict;
  "pattern/runs": Runs;
  "drawing": Drawing;
  "kinds": Kinds;
  "rule": RulePreview;
  "rate": Rated;
  "explain": Explained;
  "walkthrough": Walkthrough;
  "hint": Hint;
  "find": Found;
  "refute": Refuted;
  "solve": Solved;
  "check": Checked;
  "outlook": Outlook;
  "why-not": Reasons;
  "occurrences": Occurrences;
  "superfluous": Superfluous;
  "fill": Filled;
  "read": Entries;
  "convert": Text;
  "book/pages": BookPages;
  "jobs": JobStatus;
  "practice": JobStatus;
}
