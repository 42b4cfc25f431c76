/** How calls of a platform's services failed. `service` is gaming, data, play or launch. */
export const services = {
  badAddress: 'The address of the {{service}} service is not valid.',
  refused: 'The address of the {{service}} service is private and may not be called.',
  unreachable: 'The {{service}} service cannot be reached.',
  timeout: 'The {{service}} service did not answer in time.',
  cut: 'The {{service}} service cut off its response.',
  tooLarge: 'The {{service}} service sent a response that is too large.',
  malformed: 'The {{service}} service answered in an unknown format.',
  aborted: 'The call was cancelled.',
  webPage: 'The {{service}} service answered with a web page instead of data.',
  otherType: 'The {{service}} service answered with {{type}} instead of data.',
  tokenRefused: 'The {{service}} service refused the token ({{status}}).',
  redirects: 'The {{service}} service redirects elsewhere ({{status}}); its address is wrong.',
  error: 'The {{service}} service answered with an error ({{status}}).',
  errorSaying: 'The {{service}} service answered with an error ({{status}}). It says: {{text}}',
  askedTimes_one: '{{failure}} Called {{count, number}} time.',
  askedTimes_other: '{{failure}} Called {{count, number}} times.',
  noDataService: 'It has no data service that could be asked.',
  integrationWithoutData: 'The integration has no data service that could be asked.',
  samePage: 'The data service leads back to a page that was read already.',
  otherCount: 'The data service announced {{announced}} sessions and sent {{received}}.',
  operatorUnknown: 'A new operator could not be looked up. {{reason}}',
  otherSession: 'The data service answered with another session.',
  quarantined: 'The answer of the data service was quarantined: {{reason}}',
  sessionUnknown: 'The platform does not know the session.',
  sessionLeftOpen: 'The platform left the session open.',
  foreignLink: 'The data service answered with an address that is not its own.',
} as const;

/** Why a call to another machine has no usable response, or an address may not be called. */
export const outgoing = {
  notHttp: 'The address is not an http or https address.',
  notHttps: 'The address must start with https://; ALLOW_INSECURE_SERVICES=on allows http://.',
  credentials: 'The address holds a user name or a password.',
  privateAddress: '{{host}} is a private address, and it is not among the allowed hosts.',
  unreachable: '{{host}} cannot be reached ({{cause}}).',
  timeout: '{{host}} took too long to answer.',
  cut: 'The connection to {{host}} broke ({{cause}}).',
  cutOff: 'The connection to {{host}} broke.',
  tooLarge: '{{host}} answered with more than {{limit, number}} bytes.',
  notJson: '{{host}} answered with something that is not JSON.',
  otherForm: '{{host}} answered in another form. {{problem}}',
  otherField: '{{host}} answered in another form, at {{field}}: {{problem}}',
  aborted: 'The call to {{host}} was cancelled.',
} as const;

/** What is wrong with the response of a service to a health check. */
export const health = {
  status: 'It answered {{status}}.',
  redirect: 'It answered {{status}}, and redirects are not followed.',
  webPage: 'It answered with a web page.',
} as const;

/** Whom integrations' people were notified of games. */
export const reached = {
  noneSeen: '{{integration}} sees none of these games, so no one was notified.',
  noUsers: '{{integration}} has no users who could be notified.',
  integration: '{{integration}} was notified: {{notifications}}, {{mails}}.',
  noOne: 'No one at these integrations could be notified of {{game}}.',
  integrations_one: '{{count, number}} integration was notified of {{game}}: {{notifications}}, {{mails}}.',
  integrations_other:
    '{{count, number}} integrations were notified of {{game}}: {{notifications}}, {{mails}}.',
  notifications_one: '{{count, number}} notification',
  notifications_other: '{{count, number}} notifications',
  mails_one: '{{count, number}} email',
  mails_other: '{{count, number}} emails',
} as const;
