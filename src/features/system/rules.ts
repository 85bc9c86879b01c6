const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

export const megabyte = 1_000_000
export const gigabyte = 1_000 * megabyte

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** Formats a duration in its largest unit, such as "12 minutes". */
export function lengthText(milliseconds: number): string {
  if (milliseconds >= 2 * day) return plural(Math.floor(milliseconds / day), 'day')
  if (milliseconds >= hour) return plural(Math.floor(milliseconds / hour), 'hour')
  return plural(Math.max(1, Math.floor(milliseconds / minute)), 'minute')
}

export function agoText(moment: string, now: Date): string {
  const passed = now.getTime() - Date.parse(moment)
  return passed < minute ? 'just now' : `${lengthText(passed)} ago`
}

/** Formats a size in decimal units, as disks are sold: 1 GB is 1000 MB. */
export function formatBytes(bytes: number): string {
  if (bytes >= gigabyte) {
    const gigabytes = bytes / gigabyte
    return `${gigabytes.toLocaleString('en-US', { maximumFractionDigits: gigabytes < 100 ? 1 : 0 })} GB`
  }
  return `${Math.round(bytes / megabyte)} MB`
}
