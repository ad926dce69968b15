/** The words that screens and commands share with what opens a store for them. */
import type { CategoryLabels } from '../domain/category-labels.ts';
import type { SortField } from '../domain/order-pets.ts';
import type { PetWord } from '../domain/pet.ts';
import type { Environment } from '../platform/process/environment.ts';
import type { Settings } from './settings/setting-definitions.ts';

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

/** The settings that the screens go by. */
export type UiSettings = Settings['onScreen'] &
  Pick<Environment, 'hasGlyphs' | 'has256Colours' | 'background' | 'escapeMs'> & {
    readonly categoryLabels: CategoryLabels;
  };
