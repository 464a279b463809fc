import type * as english from '../en/key-texts.ts';

/** The keys of a page, and what each does. */
export const keyTexts: typeof english.keyTexts = {
  title: 'Raccourcis clavier',
  key: 'Touche',
  does: 'Effet',
  listKey: 'Le point d’interrogation ouvre cette liste',
  control: 'Ctrl',
  shift: 'Maj',
  space: 'Espace',
  deleteKey: 'Suppr',
  acts: {
    find: 'Trouver des pages, des actions et des fiches',
    save: 'Enregistrer ce qui est écrit',
    keys: 'Afficher ces raccourcis',
    close: 'Fermer une fenêtre ou un menu',
    rowRange: 'Sélectionner les lignes depuis la dernière sélectionnée',
    tick: 'Sélectionner la ligne active',
    rows: 'Aller à la ligne du dessus ou du dessous',
    line: 'Nouvelle ligne dans une liste d’adresses',
    plot: 'Lire le point suivant d’un graphique',
    plotEnds: 'Lire son premier ou son dernier point',
    panel: 'Panneau suivant : blocs, e‑mail, réglages',
    select: 'Sélectionner l’élément au-dessus ou au-dessous',
    move: 'Déplacer l’élément',
    edit: 'Modifier le texte ou choisir l’image',
    remove: 'Supprimer l’élément',
    parent: 'Sélectionner l’élément parent',
    undo: 'Annuler',
    redo: 'Rétablir',
  },
};
