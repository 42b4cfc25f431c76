/** What to check after a delivery that failed. */
export const webhookHints = {
  signature:
    'The receiver refuses the call. Check that it verifies with the present secret (and with the old one for a day after a new one), over webhook-id, webhook-timestamp and the body as it came, byte by byte, and that its clock is right.',
  path: 'Nothing takes this call at this address. Check the path, and that it takes POST.',
  redirect: 'Redirects are not followed. Enter the address that the reply leads to.',
  size: 'The receiver takes no body of this size. Raise its limit.',
  rate: 'The receiver takes fewer calls. The hub tries again by itself; raise its limit if this goes on.',
  receiver: 'The receiver failed by itself. Its own log says why; look for the ID of the delivery.',
  timeout: 'There was no reply within 15 seconds. Reply at once, and do the work afterwards.',
  name: 'No machine has this name. Check the spelling of the address, and that its name is in public DNS.',
  connection: 'The machine takes no connection. Check the port, that the receiver runs, and its firewall.',
  tls: 'The certificate of the machine is not accepted. Check that it is valid now, for this name, and sent with the whole chain.',
  private: 'The hub calls no private addresses. Give the receiver a public one.',
  cut: 'The connection ended before there was a reply. Check proxies and load balancers before the receiver.',
};

/** What came of a test of a webhook. */
export const webhookTests = {
  sendTestTo: 'Send a test to {{name}}',
  testRuns: 'Sending the test',
  testArrived: 'Test arrived: {{reply}}, {{duration}}',
  testFailed: 'Test failed: {{reply}} ({{duration}})',
};
