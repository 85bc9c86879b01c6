import { isTimeZone } from '../rules.ts'

/**
 * Returns the browser's time zone, or UTC: some browsers report an offset or nothing, and the server accepts
 * named zones only.
 */
export function browserTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}
