import type { ComboboxOption } from '../../../web/ui/fields/use-combobox-options.ts'
import { isTimeZone } from '../../auth/rules.ts'

function twoDigits(value: number): string {
  return String(Math.floor(value)).padStart(2, '0')
}

/** How far the clocks there are from UTC at this moment, such as UTC+05:30; nothing for a zone unknown here. */
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
  const there = Date.UTC(number('year'), number('month') - 1, number('day'), number('hour'), number('minute'))
  const minutes = there / 60_000 - Math.floor(at.getTime() / 60_000)
  const size = Math.abs(minutes)
  const name = text('timeZoneName')
  return {
    offset:
      minutes === 0 ? 'UTC' : `UTC${minutes < 0 ? '-' : '+'}${twoDigits(size / 60)}:${twoDigits(size % 60)}`,
    // Where a zone has no name, its offset stands in for one.
    name: /^(GMT|UTC)/.test(name) ? '' : name,
  }
}

/** What the clocks there show, such as 2:15 PM; nothing for a zone unknown here. */
export function timeIn(timeZone: string, at: Date): string {
  if (!isTimeZone(timeZone)) return ''
  const text = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(at)
  // Some browsers put a narrow space before the PM, others a plain one.
  return text.replaceAll(/\s/g, ' ')
}

/** America/New_York is shown as America/New York. */
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

/** Browsers call some zones by different names: Asia/Calcutta here is Asia/Kolkata there. */
export function isSameTimeZone(one: string, other: string): boolean {
  return canonicalName(one) === canonicalName(other)
}

let all: ComboboxOption[] | undefined

/** Those whose name, offset or place holds every word; without any, all of them, the `first` ones at the top. */
export function searchTimeZones(query: string, first: readonly string[]): ComboboxOption[] {
  // Made once, when they are first looked for: four hundred of them take a phone a moment.
  all ??= ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(timeZoneOption)
  const ahead = [...new Set(first)]
  const rest = all.filter(({ value }) => !ahead.includes(value))
  const words = query.trim().toLowerCase().split(/\s+/)
  return [...ahead.map(timeZoneOption), ...rest].filter(({ value, label, description = '' }) => {
    const text = `${value} ${label} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
