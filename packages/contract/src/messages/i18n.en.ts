/** What has no code of its own: explanations that come from outside. */
export const plain = {
  text: '{{text}}',
  internal: 'Something went wrong on the server.',
} as const;
