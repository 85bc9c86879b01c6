// In a cookie, so that the server can render <html data-theme> and a dark page does not flash white.
export type Theme = 'light' | 'dark' | 'system'

const yearInSeconds = 365 * 24 * 60 * 60
const listeners = new Set<() => void>()

export function getTheme(): Theme {
  const match = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(document.cookie)
  return match?.[1] === 'light' || match?.[1] === 'dark' ? match[1] : 'system'
}

export function setTheme(theme: Theme): void {
  const maxAge = theme === 'system' ? 0 : yearInSeconds
  document.cookie = `theme=${theme}; Max-Age=${maxAge}; Path=/; SameSite=Lax`
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
  for (const listener of listeners) listener()
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
