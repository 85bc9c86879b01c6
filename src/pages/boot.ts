// The first script of every page. A pre-rendered page is readable without the app. The app is loaded when the
// user interacts with the page or is signed in, and it is loaded in short steps, so that a phone stays
// responsive.
import '../web/styles.css'

// Set before zod is loaded, on the pages that need it. Otherwise zod would test whether it may compile
// functions, which the Content-Security-Policy forbids, and browsers report that as an error of the page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const isRendered = document.querySelector('#root')?.hasChildNodes() ?? false

/** Resolves after the first paint, or immediately if the page is hidden or not pre-rendered. */
function firstPaint(): Promise<void> {
  if (!isRendered || document.hidden) return nextTask()
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    // In case the browser does not report it.
    setTimeout(resolve, 1000)
  })
}

const interactions = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin']

/** The browser focuses such a field on its own, so that is not an interaction. */
const isAutofocused = (target: unknown) => target instanceof HTMLElement && target.autofocus

/** Resolves when the app is needed: at once for a query or a hash, which the HTML cannot reflect. */
function appNeeded(): Promise<void> {
  const isComplete = isRendered && location.search === '' && location.hash === ''
  const { activeElement, body } = document
  const hasFocus = activeElement !== null && activeElement !== body && !isAutofocused(activeElement)
  if (!isComplete || hasFocus) return Promise.resolve()
  return new Promise((resolve) => {
    for (const interaction of interactions) {
      const wake = ({ type, target }: Event) => {
        if (type !== 'focusin' || !isAutofocused(target)) resolve()
      }
      addEventListener(interaction, wake, { passive: true })
    }
    void isSignedIn().then((yes) => yes && resolve())
  })
}

async function isSignedIn(): Promise<boolean> {
  try {
    const response = await fetch('/api/v1/session', { headers: { accept: 'application/json' } })
    return response.ok && (await response.json()).session !== null
  } catch {
    return false
  }
}

/** Says that the app could not be loaded. Otherwise clicks and input would be lost silently. */
function showLoadError() {
  const notice = document.createElement('p')
  notice.className = 'no-script'
  notice.role = 'alert'
  notice.append('The rest of this page could not be loaded. Check your connection, then ')
  const link = document.createElement('a')
  link.href = location.href
  link.textContent = 'load the page again'
  notice.append(link, '.')
  document.body.prepend(notice)
}

// Clicks and submissions before the app is ready are repeated once it is. Links work without the app, unless
// the user typed something that the next page needs.
let isAppReady = false
let clicked: HTMLElement | undefined
/** Submitted forms, and how often each was tried. */
const submitted = new Map<HTMLFormElement, number>()
const maxTries = 50

function recordClick(event: MouseEvent) {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('button')
  if (button && button.type !== 'submit') clicked = button
  const link = target?.closest<HTMLAnchorElement>('a[href^="/"]')
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (link && !link.target && isPlain && hasTyped()) {
    event.preventDefault()
    clicked = link
  }
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#root input, #root textarea',
  )
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}

/** Clicks the button: React hydrates a clicked element immediately, but not a submitted form. */
function clickSubmit(form: HTMLFormElement) {
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

document.addEventListener('click', recordClick)
// Runs after the app's own handlers. A submission that none of them handled is kept and tried again, because
// the browser would post it to an address that does not exist.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (event.defaultPrevented) {
    submitted.delete(form)
    return
  }
  event.preventDefault()
  const tries = (submitted.get(form) ?? 0) + 1
  submitted.set(form, tries)
  if (isAppReady && tries < maxTries) setTimeout(() => clickSubmit(form), 100)
})
// See submit-button.tsx.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[type=submit]:disabled')) {
  button.disabled = false
}

async function startApp(): Promise<void> {
  // Preloads all scripts, so that they load in parallel although they run one after the other.
  const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
  if (scripts) document.head.append(scripts.content)
  await import('react-dom/client')
  await nextTask()
  await import('@tanstack/react-router')
  await nextTask()
  await import('./main.tsx')
}

// Registered first, because the user may interact before the first paint.
const whenNeeded = appNeeded()
await firstPaint()
await whenNeeded
try {
  await startApp()
  isAppReady = true
} catch (error) {
  showLoadError()
  throw error
} finally {
  document.removeEventListener('click', recordClick)
}
clicked?.click()
for (const form of submitted.keys()) clickSubmit(form)
