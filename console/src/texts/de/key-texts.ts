import type * as english from '../en/key-texts.ts';

/** The keys of a page, and what each does. */
export const keyTexts: typeof english.keyTexts = {
  title: 'Tastenkürzel',
  key: 'Taste',
  does: 'Wirkung',
  listKey: 'Das Fragezeichen öffnet diese Liste',
  control: 'Strg',
  shift: 'Umschalt',
  space: 'Leertaste',
  deleteKey: 'Entf',
  acts: {
    find: 'Seiten, Aktionen und Einträge finden',
    save: 'Geschriebenes speichern',
    keys: 'Diese Tasten zeigen',
    close: 'Dialog oder Menü schließen',
    rowRange: 'Zeilen ab der zuletzt ausgewählten auswählen',
    tick: 'Zeile im Fokus auswählen',
    rows: 'Zur Zeile darüber oder darunter',
    line: 'Neue Zeile in einer Liste von Adressen',
    plot: 'Nächsten Punkt eines Diagramms lesen',
    plotEnds: 'Ersten oder letzten Punkt lesen',
    panel: 'Nächster Bereich: Blöcke, E‑Mail, Einstellungen',
    select: 'Teil darüber oder darunter wählen',
    move: 'Teil verschieben',
    edit: 'Text bearbeiten oder Bild wählen',
    remove: 'Teil löschen',
    parent: 'Übergeordnetes wählen',
    undo: 'Rückgängig machen',
    redo: 'Wiederholen',
  },
};
