export const en = {
  title: 'New game',
  context: 'Step {{step}} of 4: {{name}}',
  loading: 'Loading the games',
  steps: 'Steps',
  step: { name: 'Name', media: 'Media', info: 'Info', preview: 'Preview' },
  keeping: {
    keeping: 'Saving files on this device...',
    kept: 'Saved on this device',
    refused: 'Not enough storage in this browser: files are lost when you leave or reload this page',
  },
  startOver: 'Start over',
  startOverTitle: 'Discard this draft?',
  startOverText: 'All fields and files of the new game will be lost.',
  discard: 'Discard draft',
  previousStep: 'Previous',
  nextStep: 'Next',
  slugMode: 'Slug source',
  modeNew: 'Start empty',
  modeStorage: 'Start from storage',
  storage: 'Slug from storage',
  storagePlaceholder: 'Search storage',
  storageEmpty: 'No matching slugs',
  storageNone: 'All games in storage are already in the Catalog.',
  slugHint:
    'Unique. Letters, digits, underscores and hyphens. Made from the name: Night Chalice becomes night_chalice.',
  basedOn: 'Based on <slug/> from storage',
  images: 'Images',
  gallery: 'Gallery',
  links: 'Links',
  example: 'Example',
  facts: 'Details',
  release: 'Release',
  description: 'Description',
  custom: 'Custom fields',
  inCatalog: 'In the catalog',
  previewEmpty: 'Appears once you enter a name.',
  unnamed: 'Name',
  preview: 'This is how the game page will look.',
  incomplete: 'In step {{step}}, fill in or correct {{fields}}.',
  andField: '{{fields}} and {{last}}',
  goThere: 'Go to step',
  submit: 'Submit data',
  submitting: 'Creating game',
  leftTitle: 'Game created, but some files were not uploaded.',
  leftText: 'Try again, or add them later on the edit page.',
  refusedText: "Rejected files can't be uploaded. Add other files on the edit page.",
  tryAgain: 'Try again',
  openGame: 'Open game',
  // Quoted by the product's documents.
  failed: 'Something wrong, please try again',
};

declare module '../../lib/texts.ts' {
  interface HubTexts {
    gameWizard: typeof en;
  }
}
