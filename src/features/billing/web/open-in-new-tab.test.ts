import { afterEach, expect, test, vi } from 'vitest'
import { openInNewTab } from './open-in-new-tab.ts'

function browserWith(tab: object | null) {
  const page = {
    open: vi.fn<() => object | null>(() => tab),
    location: { assign: vi.fn<(url: string) => void>() },
  }
  vi.stubGlobal('window', page)
  return page
}

function emptyTab() {
  return {
    document: { title: '', body: { textContent: '' } },
    opener: {} as unknown,
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
}

afterEach(() => vi.unstubAllGlobals())

test('the tab is opened before the address is asked for, and cannot reach back', async () => {
  const tab = emptyTab()
  const page = browserWith(tab)
  await openInNewTab(async () => {
    expect(page.open).toHaveBeenCalledOnce()
    expect(tab.document.body.textContent).toBe('Processing...')
    return 'https://pay.example/1'
  })
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example/1')
  expect(tab.opener).toBeNull()
  expect(page.location.assign).not.toHaveBeenCalled()
})

test('where tabs are blocked, the address is opened in place', async () => {
  const page = browserWith(null)
  await openInNewTab(async () => 'https://pay.example/2')
  expect(page.location.assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/2')
})

test('without an address the empty tab goes away, and the failure is told', async () => {
  const tab = emptyTab()
  browserWith(tab)
  await expect(openInNewTab(() => Promise.reject(new Error('down')))).rejects.toThrow('down')
  expect(tab.close).toHaveBeenCalledOnce()
  expect(tab.location.replace).not.toHaveBeenCalled()
})
