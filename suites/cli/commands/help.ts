/** The protocol between `assay clients` and the client, for `clients --help`. */
export const clientProtocol = `
The client gets ASSAY_BASE_URL, ASSAY_KEY, ASSAY_SCENARIO and ASSAY_REQUEST ({"endpoint": …, "body" or "query": …}), makes that
request in its own way, retries included, and prints last on stdout, as one line:
  {"ok": true, "result": the response body, or of a stream {"message", "sources", "follow_up_questions"}, empty lists as null}
  {"ok": false, "error": {"status": 400 or null, "code": "…" or null}}
A "citations" object in the result of a chat ({"SW1": "https://…"}), what it looked up for each token, is judged where it is there.`;

/** Exit codes of `diff`. */
export const diffCodes = `
Exit codes:
  0  nothing got worse
  1  something did: a new failure (also of a rule that the earlier report does not have), a new warning, or a rule that held and is not judged any
     more. A failure that known_failures or a baseline excuses, a changed branch, less coverage and a rule that is gone are shown, and are not worse
  2  wrong usage, or a report that cannot be read`;

/** Exit codes of `verify`. */
export const verifyCodes = `
Exit codes:
  0  valid; without --public-key, whoever signed it; without --recording, by the signer's word
  1  altered, expired, signed by another key, or the recording gives other verdicts: each is named
  2  wrong usage, or a file that cannot be read`;

/** Exit codes of commands that write reports. */
export const exitCodes = `
Exit codes:
  0  conforming; or partial: nothing is broken, and only some of the rules, or of the scenarios, were chosen
  1  at least one rule failed that neither known_failures nor a baseline excuses
  2  wrong usage, a profile that cannot be used, or a folder or file that cannot be written
  3  inconclusive: the target was not reached, its faults kept rules from being judged, or the run was cut short, by a budget for instance
  70  a fault of assay itself; a report of what ran is written
  130, 143  ended by SIGINT or SIGTERM; a report of what ran is written`;
