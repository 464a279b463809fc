import type * as english from '../en/account-data.ts';
import { count, number } from './numbers.ts';

/** The account itself, and everything that it has as a file, in French. */
export const accountData: typeof english.accountData = {
  title: 'Compte',
  name: 'Nom',
  signedInAs: (email) => `Vous vous connectez avec ${email}`,
  zone: 'Fuseau horaire',
  zoneHint: 'Les dates sont affichées, et les campagnes programmées, dans ce fuseau horaire',
  languageHint: 'Pour ce navigateur. Ce que vous avez écrit ne change pas.',
  saved: 'Enregistré.',
  schedules: {
    title: 'Quand vos campagnes programmées doivent-elles partir ?',
    hint: (before, after) =>
      `Votre fuseau horaire passe de ${before} à ${after}. Ces campagnes ont une date et une heure :`,
    campaign: 'Campagne',
    keeps: 'Au même moment',
    moves: 'À la même heure locale',
    past: 'serait passée : reste au même moment',
    more: (n) => `et ${number(n)} de plus`,
    keep: 'Garder le moment',
    move: 'Garder l’heure locale',
  },
  password: {
    title: 'Mot de passe',
    hint: 'Un nouveau mot de passe vous déconnecte de tous les autres navigateurs.',
    now: 'Mot de passe actuel',
    next: 'Nouveau mot de passe',
    nextHint: 'Au moins 8 caractères ; plusieurs mots font un bon mot de passe',
    change: 'Changer le mot de passe',
    changed: 'Mot de passe changé. Vous êtes déconnecté partout ailleurs.',
  },
  factor: {
    title: 'Double authentification',
    off: 'Après le mot de passe, la connexion peut demander un code d’une application de votre téléphone. Un mot de passe volé ne suffit alors plus.',
    since: (day) => `Active depuis le ${day}.`,
    left: (n) =>
      n === 0
        ? 'Il ne reste aucun code de secours : créez-en de nouveaux.'
        : `Il reste ${count(n, 'code de secours', 'codes de secours')}.`,
    setUp: 'Activer la double authentification',
    what: 'Après le mot de passe, la connexion demandera un code de six chiffres. Une application d’authentification de votre téléphone l’affiche, par exemple Aegis, 2FAS, Google Authenticator ou votre gestionnaire de mots de passe.',
    keys: 'Les clés API de vos programmes fonctionnent comme avant.',
    password: 'Votre mot de passe',
    next: 'Continuer',
    scan: 'Scanner ce code',
    scanHint: 'Ouvrez votre application d’authentification, ajoutez un compte et scannez ce code.',
    qr: 'Code QR avec le secret, affiché aussi en texte ci-dessous',
    type: 'Si vous ne pouvez pas le scanner, saisissez ce secret dans l’application :',
    code: 'Code',
    appCode: 'Les six chiffres que votre application affiche maintenant',
    codeHint: 'Les six chiffres de votre application, ou un code de secours',
    turnOn: 'Activer',
    renew: 'Créer de nouveaux codes de secours',
    renewHint: 'Les nouveaux codes de secours remplacent les précédents.',
    turnOff: 'Désactiver la double authentification',
    offHint:
      'La connexion ne demandera plus que le mot de passe, et vous serez déconnecté partout ailleurs. Pour un autre téléphone, désactivez-la puis activez-la de nouveau.',
    isOff: 'Double authentification désactivée.',
    recoveryTitle: 'Vos codes de secours',
    recovery: 'Codes de secours',
    recoveryHint:
      'Conservez ces codes de secours maintenant, sur papier ou dans un gestionnaire de mots de passe. Ils ne sont affichés qu’une fois. Si vous perdez votre téléphone, chacun remplace une fois un code de l’application. Les anciens codes de secours ne sont plus valables.',
  },
  tracking: {
    title: 'Ouvertures et clics',
    on: 'Les e‑mails ont un pixel et des liens réécrits qui comptent les ouvertures et les clics. Un e‑mail précis peut partir sans eux.',
    off: 'Les e‑mails n’ont pas de pixel, et leurs liens sont tels que vous les avez écrits. Les ouvertures et les clics ne sont pas comptés.',
    stop: 'Ne plus les compter',
    start: 'Les compter',
    saved: 'Enregistré. Cela vaut pour les e‑mails composés à partir de maintenant.',
  },
  all: 'Toutes vos données',
  allHint:
    'Un fichier ZIP avec vos audiences et contacts, segments, adresses désabonnées et exclues, campagnes, automatisations, e‑mails individuels, envois et leurs résultats, paramètres et images. Il ne contient ni mots de passe ni clés.',
  format:
    'Chaque liste est un fichier texte, avec une ligne de JSON par élément. Pour un grand compte, cela prend quelques minutes.',
  personal:
    'Le fichier contient les adresses de tous vos contacts. Conservez-le là où seules les personnes autorisées peuvent le lire.',
  download: 'Tout télécharger',
};
