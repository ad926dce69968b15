/** All that the screens need beside the engine: a profile is a store under a name, a session an opened one. */
import type { CategoryLabels } from '../domain/category-labels.ts';
import type { Int64 } from '../domain/int64.ts';
import type { SortField } from '../domain/order-pets.ts';
import type { PetWord } from '../domain/pet.ts';
import type { Problem } from '../domain/problem.ts';
import type { Engine } from '../sync/api.ts';
import type { OwnKeys } from './preferences/bind-keys.ts';
import type { Settings } from './settings/setting-definitions.ts';
import type { ImportFile } from './import/files.ts';
import type { ColumnField } from './import/columns.ts';

/** A store under a name. */
export type Profile = {
  readonly name: string;
  /** Normalised; ends in a version segment such as `/v1`, no trailing slash. */
  readonly baseUrl: string;
  /** What its queue belongs to if that is not the address: the address it had before it moved, or `demo`. */
  readonly identity?: string;
  /** Plain http beyond loopback was allowed for this profile. */
  readonly allowHttp: boolean;
  /** `honoured`: the person says that the service honours idempotency keys. */
  readonly idempotency: 'honoured' | 'auto' | 'off';
  /** Its source: `env` is made of PETSTORE_BASE_URL, `demo` is the built-in store. */
  readonly source: 'config' | 'environment' | 'demo';
};

/** A profile that is open. Whoever opened it closes it. */
export type Session = {
  readonly profile: Profile;
  readonly engine: Engine;
  /** The key's last four characters, or undefined if there is no key; and its source in words. */
  readonly key: { readonly last4: string; readonly source: string } | undefined;
  readonly paths: Readonly<Record<string, string>>;
  close(): Promise<void>;
};

/** The tab of the list: all animals, those of a status, or those without one. */
export const tabs = ['all', 'mine', 'available', 'pending', 'sold', 'none'] as const;
/** A tab of the list. */
export type Tab = (typeof tabs)[number];

/** The look of the list when the app was left. */
export type ViewState = {
  readonly tab: Tab;
  readonly sort: SortField;
  readonly reverse: boolean;
  readonly cursor?: string;
  /** When the app was last seen to be open, ISO 8601 UTC: what happened since is told when it is opened. */
  readonly leftAt?: string;
};

/** The fields of a form, each as it was typed or chosen. */
export type FormTexts = Readonly<Record<PetWord, string>>;

/** A form that was left before it was saved. `editing`: the queued animal that it is about, and how that was before. */
export type Draft = FormTexts & { readonly editing?: { readonly localId: string; readonly from: FormTexts } };

/** One finding of `status` or the doctor, in words; a remedy wherever it is not `ok`. */
export type Check = {
  readonly name: string;
  readonly ok: boolean;
  /** Present: it was skipped, because the store was not asked, or did not answer. `ok` is true then. */
  readonly checked?: false;
  readonly detail: string;
  readonly remedy?: string;
};

type ChosenSettings = Settings['onScreen'];

/** The settings that the screens go by. */
export type UiSettings = ChosenSettings & {
  /** Whether the terminal draws signs beyond ASCII and 256 colours, and what its background is known to be. */
  readonly hasGlyphs: boolean;
  readonly has256Colours: boolean;
  readonly background: 'dark' | 'light' | undefined;
  /** How long a lone Esc waits for the rest of an arrow key. */
  readonly escapeMs: number;
  readonly categoryLabels: CategoryLabels;
};

/** All that the app can ask of the program beneath it: profiles, keys, settings and its memory. */
export type Workspace = {
  /** Whether `npm start` runs it, so that this is the way back. */
  readonly isNpmStart: boolean;
  readonly settings: UiSettings;
  /** Keys that a person gave to actions. */
  readonly ownKeys: OwnKeys;
  /** Why none of them counts, in a sentence. */
  readonly keyProblem?: string;
  /** Why the configuration cannot be read: then no profile is known, and the first-run screen tells. */
  readonly damage?: Problem;
  /** The profile to open with; undefined shows the first-run screen. */
  readonly initialProfile: string | undefined;
  listProfiles(): readonly Profile[];
  /** `demo` needs no profile. The caller closes the session it had. Throws an error with a `problem` if it cannot. */
  openSession(profile: string): Promise<Session>;
  /** The first one becomes the current one. Returns the mistake, or undefined. */
  addProfile(profile: { readonly name: string; readonly baseUrl: string }): Promise<Problem | undefined>;
  /**
   * Its queue goes along. `hasAnswered`: a pet store was seen at the present address, so that the store moved;
   * otherwise that was mistaken. Returns the mistake, or undefined. Sessions are to be opened anew.
   */
  changeAddress(change: {
    readonly name: string;
    readonly baseUrl: string;
    readonly hasAnswered: boolean;
  }): Promise<Problem | undefined>;
  /** Returns the mistake, or undefined. */
  saveKey(profile: string, key: string): Promise<Problem | undefined>;
  labelsOf(profile: string | undefined): CategoryLabels;
  /** Undefined takes a name away. Returns the names as they then are. Throws an error with a `problem`. */
  nameCategory(profile: string | undefined, categoryId: Int64, label: string | undefined): Promise<CategoryLabels>;
  saveSetting<K extends keyof ChosenSettings>(key: K, value: ChosenSettings[K]): Promise<void>;
  /** The animals that wait for stores that no profile leads to, in words; `doctor` has the remedy. */
  findStranded(): Promise<readonly string[]>;
  doctor(session: Session): Promise<readonly Check[]>;
  /** A sentence with its commands as they must be typed in the shell to act on a profile. */
  hints(text: string, profile: Profile): string;
  /** Reads again which profile is the current one: another program may have changed that. */
  readCurrent(): Promise<void>;
  /** Read once at start; written as the view changes. Of the profile's store, wherever that moved. */
  loadViewState(profile: Profile): ViewState | undefined;
  saveViewState(profile: Profile, state: ViewState): void;
  /** The draft of the store, unless another window that is open wrote it: to this one there is none then. */
  loadDraft(profile: Profile): Draft | undefined;
  /** Whether it is durable; if not, it is kept as long as the program runs. Undefined removes it. */
  saveDraft(profile: Profile, draft: Draft | undefined): boolean;
  /** Keeps a further one as long as the program runs, which comes once there is no other draft. */
  addDraft(profile: Profile, draft: Draft): void;
  /** The same for the change of a queued animal that stands in a form. */
  loadChange(profile: Profile): Draft | undefined;
  saveChange(profile: Profile, change: Draft | undefined): void;
  /** A sentence if it cannot be read. */
  openImport(path: string, labels: CategoryLabels): Promise<ImportFile | { readonly problem: string }>;
  /** For the next file with its header; a sentence if that is impossible. */
  rememberColumns(file: ImportFile, columns: readonly ColumnField[]): Promise<string | undefined>;
  /** Appends to the log file. No key, no body. */
  log(event: string, detail?: Readonly<Record<string, unknown>>): void;
};
