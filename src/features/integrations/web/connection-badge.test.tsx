import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ConnectionBadge } from './connection-badge.tsx'

const shown = (isConnected: boolean, isRefused: boolean) =>
  renderToStaticMarkup(<ConnectionBadge isConnected={isConnected} isRefused={isRefused} />)

test('the check is for an account that works as far as is known', () => {
  expect(shown(true, false)).toMatch(/lucide-circle-check.*>Connected</)
  expect(shown(false, false)).toMatch(/lucide-triangle-alert.*>Not Connected</)
  expect(shown(true, true)).toMatch(/lucide-triangle-alert.*>Not Working</)
})
