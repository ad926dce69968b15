/** Lines that are pasted as a name: as many animals, of the form's category and status, if a person wants that. */
import { type NewPet, pickPet } from '../../domain/pet.ts';
import { checkPet, mistakeText } from '../../domain/pet/check-pet.ts';
import { askWhether, isOpen, say } from '../actions/say.ts';
import { type App, textOf } from '../app-context.ts';
import { importRestMs, queuedTogether } from '../queue/rest.ts';
import { performChange } from '../queue/undo.ts';
import { formTexts } from '../state/ui-model.ts';
import { anotherLike, formOf, goOnEntering, isNewAnimal, readTypedCategory } from './form-state.ts';

/** Takes a paste of several lines, the `names`, which stays in the field as one line unless they become animals. */
export function pasteLines(app: App, text: string, names: readonly string[]): void {
  const before = textOf(app, 'name');
  const field = formOf(app)?.focus === 'category' ? 'category' : 'name';
  const isName = isNewAnimal(app) && field === 'name';
  app.model.edit({ op: 'paste', text });
  /** Under the field, as long as it has this text. */
  const note = (what: string): void => app.model.changeForm({ errors: { ...formOf(app)?.errors, [field]: what } });
  const { category, status } = formTexts(app.model.get());
  const categoryId = readTypedCategory(app, category);
  const joined = `${names.length} pasted lines are joined to one.`;
  if (!isName) {
    note(joined);
    return;
  }

  if (categoryId === undefined) {
    note(`${joined} To add ${names.length} animals, empty the name, choose a category, and paste again.`);
    return;
  }

  askWhether(
    app,
    `${names.length} lines: add ${names.length} animals of this category and status? (No joins them.)`,
    () =>
      add(
        app,
        names.map((name) => ({ name, categoryId, ...(status === '' ? {} : { status }) })),
        before,
      ),
  );
}

function add(app: App, texts: readonly { readonly name: string }[], before: string): void {
  const checked = texts.map((each) => checkPet(each, 'text'));
  const wrong = checked.findIndex((each) => 'mistakes' in each);
  const mistakes = checked[wrong];
  if (mistakes && 'mistakes' in mistakes) {
    const [first] = mistakes.mistakes;
    say(app, `Nothing was added: line ${wrong + 1} cannot be sent: ${mistakeText(first)}.`, 'bad');
    return;
  }

  const pets = checked.flatMap((each) => ('pet' in each ? pickPet(each.pet) : []));
  const pasted = textOf(app, 'name');
  performChange(app, async (session) => {
    const report = await session.engine.importPets(pets, { again: true, restMs: await importRestMs(app) });
    // Not before: where they could not be saved, the lines are still in the form.
    if (isOpen(app, session) && isNewAnimal(app) && textOf(app, 'name') === pasted) {
      app.model.close();
      goOnEntering(app, { goesOn: anotherLike(pets.at(-1) as NewPet, before) });
    }

    const { queued, rests, change } = queuedTogether(app, report.type === 'queued' ? report.localIds : [], 'added');
    return { text: `${queued}${rests}.`, change };
  });
}
