/** Formats a moment with seconds in the business's time zone, such as "Nov 5, 2026, 3:40:07 PM". */
export function formatAccessTime(timeZone: string, moment: string): string {
  return (
    new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'medium' })
      .format(new Date(moment))
      // Some versions of the locale data use a narrow space before AM and PM.
      .replaceAll('\u202F', ' ')
  )
}
