import { isTimeZone } from '../rules.ts'

/** UTC where the browser reports an offset or nothing: the server accepts named zones only. */
export function browserTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && isTimeZone(zone) ? zone : 'UTC'
}
