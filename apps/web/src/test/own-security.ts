/** What the settings of everyone ask for: an account of the built-in provider without a second factor, and no API tokens. */
export const ownSecurity = {
  getAccountSecurity: {
    kind: 'built-in',
    accountUrl: null,
    secondFactor: { isRequired: false, since: null, recoveryCodesLeft: 0 },
    signIns: [],
  },
  listApiTokens: { rows: [] },
  listWebhooks: { rows: [] },
};
