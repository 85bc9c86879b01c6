/** Formats a moment like "Nov 5, 2026, 3:40 PM", or with its seconds: "Nov 5, 2026, 3:40:07 PM". */
export function formatMoment(
  timeZone: string,
  moment: string,
  precision: 'minutes' | 'seconds' = 'minutes',
): string {
  const timeStyle = precision === 'seconds' ? 'medium' : 'short'
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle })
      .format(new Date(moment))
      // Some versions of the locale data put a narrow space before AM and PM.
      .replaceAll('\u202F', ' ')
  )
}

/** Formats the time of a moment like "3:40 PM". */
export function formatTime(timeZone: string, moment: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' })
    .format(new Date(moment))
    .replaceAll('\u202F', ' ')
}
