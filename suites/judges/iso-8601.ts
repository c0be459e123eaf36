const TIMESTAMP =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const BASIC = /^\d{8}T\d{6}(?:[.,]\d+)?(?:Z|[+-]\d{2}(?::?\d{2})?)?$/;

/** True for an ISO 8601 date or timestamp, in extended or basic form, with or without a zone. */
export function isIsoTimestamp(text: string): boolean {
  if (BASIC.test(text)) return true;
  const parts = TIMESTAMP.exec(text);
  if (!parts) return false;
  const [, , month, day, hour = '0', minute = '0', second = '0'] = parts;
  return (
    within(month, 1, 12) && within(day, 1, 31) && within(hour, 0, 24) && within(minute, 0, 59) && within(second, 0, 60)
  );
}

const within = (text: string | undefined, low: number, high: number): boolean =>
  Number(text) >= low && Number(text) <= high;
