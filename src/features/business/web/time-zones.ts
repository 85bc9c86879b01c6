import type { ComboboxOption } from '../../../web/ui/fields/use-combobox-options.ts'
import { isTimeZone } from '../../auth/rules.ts'

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}

/** Returns the UTC offset of a zone, such as UTC+05:30, and its name. Both are empty if the browser does not know it. */
export function describeTimeZone(timeZone: string, at = new Date()): { offset: string; name: string } {
  if (!isTimeZone(timeZone)) return { offset: '', name: '' }
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    timeZoneName: 'long',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(at)
  const text = (type: Intl.DateTimeFormatPartTypes) => parts.find((part) => part.type === type)?.value ?? ''
  const number = (type: Intl.DateTimeFormatPartTypes) => Number(text(type))
  const localAsUtc = Date.UTC(
    number('year'),
    number('month') - 1,
    number('day'),
    number('hour'),
    number('minute'),
  )
  const minutes = localAsUtc / 60_000 - Math.floor(at.getTime() / 60_000)
  const size = Math.abs(minutes)
  const name = text('timeZoneName')
  return {
    offset:
      minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}`,
    // For a zone without a name, Intl returns the offset.
    name: /^(GMT|UTC)/.test(name) ? '' : name,
  }
}

/** Returns the local time in a zone, such as 2:15 PM; empty if the browser does not know the zone. */
export function timeIn(timeZone: string, at: Date): string {
  if (!isTimeZone(timeZone)) return ''
  const text = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
  // Some browsers put a narrow no-break space before PM.
  return text.replaceAll(/\s/g, ' ')
}

/** Returns the option of a zone. Its label has spaces instead of underscores: America/New York. */
export function timeZoneOption(timeZone: string): ComboboxOption {
  const { offset, name } = describeTimeZone(timeZone)
  return {
    value: timeZone,
    label: timeZone.replaceAll('_', ' '),
    description: name ? `${offset} · ${name}` : offset,
  }
}

function canonicalName(timeZone: string): string {
  if (!isTimeZone(timeZone)) return timeZone
  return new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions().timeZone
}

/** Compares zones by their canonical names: browsers differ in aliases such as Asia/Calcutta and Asia/Kolkata. */
export function isSameTimeZone(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other)
}

let all: ComboboxOption[] | undefined

/** Returns the zones whose id, name or offset contains every word of the query, with the `first` ones at the top. */
export function searchTimeZones(query: string, first: readonly string[]): ComboboxOption[] {
  // Built on the first search: formatting four hundred zones takes a noticeable moment on a phone.
  all ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(timeZoneOption)
  const atTop = [...new Set(first)]
  const rest = all.filter(({ value }) => !atTop.includes(value))
  const words = query.trim().toLowerCase().split(/\s+/)
  return [...atTop.map(timeZoneOption), ...rest].filter(({ value, label, description = '' }) => {
    const text = `${value} ${label} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
