export const en = {
  title: 'New game',
  context: 'Step {{step}} of 4: {{name}}',
  loading: 'Loading the games',
  steps: 'Steps',
  step: { name: 'Name', media: 'Media', info: 'Info', preview: 'Preview' },
  keeping: {
    keeping: 'Keeping the files on this device...',
    kept: 'Kept on this device until the game is created',
    refused: 'This browser has no place for the files: they are lost when this page is left or reloaded',
  },
  startOver: 'Start over',
  startOverTitle: 'Discard this draft?',
  startOverText: 'Everything typed and every file chosen for the new game is forgotten.',
  discard: 'Discard draft',
  previousStep: 'Previous',
  nextStep: 'Next',
  slugMode: 'Where the slug comes from',
  modeNew: 'New slug',
  modeStorage: 'From storage',
  storage: 'Slug from storage',
  storagePlaceholder: 'Search the storage',
  storageEmpty: 'No slug holds these letters.',
  storageNone: 'Every game of the storage is in the Catalog already.',
  slugHint: 'Letters, digits, underscores and hyphens; unique among all games.',
  basedOn: 'Based on the storage game',
  images: 'Images',
  gallery: 'Gallery',
  links: 'Links',
  example: 'Example',
  facts: 'Facts',
  release: 'Release',
  description: 'Description',
  custom: 'Custom fields',
  preview: 'This is the game’s page as people will see it.',
  incomplete: 'Something is missing or wrong on step {{step}}, {{name}}.',
  goThere: 'Go there',
  submit: 'Submit data',
  submitting: 'Sending the game',
  leftTitle: 'The game exists; not all of its files went up.',
  leftText: 'Try again, or go on without them: they can be added on the edit screen too.',
  refusedText: 'What was refused cannot be sent as it is: other files can be added on the edit screen.',
  tryAgain: 'Try again',
  openGame: 'Open the game',
  // Quoted by the product's documents: the same words in both languages.
  failed: 'Something wrong, please try again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    gameWizard: typeof en;
  }
}
