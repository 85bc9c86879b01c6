import { isTimeZone } from '../rules.ts'

/** Some browsers report an offset or nothing at all; the server takes named zones only. */
export function browserTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}
