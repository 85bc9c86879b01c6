// The first script of every page. A page that was rendered ahead says everything by itself: the app is fetched when
// somebody turns to the page, or belongs to it by being signed in, and takes it over in short steps, so that a phone
// stays responsive meanwhile.
import '../web/styles.css'

// Before zod is loaded, on the pages that need it: it would try out whether it may write functions of its own, which the
// security policy forbids, and browsers note that down as a fault of the page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

const isRendered = document.querySelector('#root')?.hasChildNodes() ?? false

/** Resolves once the page has been seen; at once where there is nothing to see yet or nobody to see it. */
function firstPaint(): Promise<void> {
  if (!isRendered || document.hidden) return nextTask()
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    // Should a browser not tell.
    setTimeout(resolve, 1000)
  })
}

const signsOfLife = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin']

/** Resolves when the app is wanted: at once where the page alone does not say everything that its address asks for. */
function wanted(): Promise<void> {
  const isAllThere = isRendered && location.search === '' && location.hash === ''
  const isBegun = document.activeElement !== null && document.activeElement !== document.body
  if (!isAllThere || isBegun) return Promise.resolve()
  return new Promise((resolve) => {
    for (const sign of signsOfLife) addEventListener(sign, () => resolve(), { once: true, passive: true })
    void isSignedIn().then((yes) => yes && resolve())
  })
}

async function isSignedIn(): Promise<boolean> {
  try {
    const answer = await fetch('/api/v1/session', { headers: { accept: 'application/json' } })
    return answer.ok && (await answer.json()).session !== null
  } catch {
    return false
  }
}

/** What was pressed or typed meanwhile would otherwise be lost without a word. */
function sayThatItIsMissing() {
  const notice = document.createElement('p')
  notice.className = 'no-script'
  notice.role = 'alert'
  notice.append('The rest of this page could not be loaded. Check your connection, then ')
  const again = document.createElement('a')
  again.href = location.href
  again.textContent = 'load the page again'
  notice.append(again, '.')
  document.body.prepend(notice)
}

// What a person does before the app can answer is done as soon as it can. Links need no help, unless something was typed
// that the next page takes along.
let isAppThere = false
let pressed: HTMLElement | undefined
/** Forms that were sent, and how often it was tried. */
const waiting = new Map<HTMLFormElement, number>()
const maxTries = 50

function keepPress(event: MouseEvent) {
  const target = event.target instanceof Element ? event.target : null
  const button = target?.closest('button')
  if (button && button.type !== 'submit') pressed = button
  const link = target?.closest<HTMLAnchorElement>('a[href^="/"]')
  const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
  if (link && !link.target && isPlain && hasTyped()) {
    event.preventDefault()
    pressed = link
  }
}

function hasTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#root input, #root textarea',
  )
  return [...fields].some(({ value, defaultValue }) => value !== defaultValue)
}

/** React hydrates what is clicked at once, and so takes the form over; it would not for a submit. */
function send(form: HTMLFormElement) {
  form.querySelector<HTMLButtonElement>('button[type=submit]')?.click()
}

document.addEventListener('click', keepPress)
// Comes after the app's own handlers: what none of them took is not posted to nowhere but kept, and tried again.
document.addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  if (event.defaultPrevented) {
    waiting.delete(form)
    return
  }
  event.preventDefault()
  const tries = (waiting.get(form) ?? 0) + 1
  waiting.set(form, tries)
  if (isAppThere && tries < maxTries) setTimeout(() => send(form), 100)
})
// See submit-button.tsx.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[type=submit]:disabled')) {
  button.disabled = false
}

async function startApp(): Promise<void> {
  // The names of all scripts, so that they load side by side while they are run one after the other.
  const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
  if (scripts) document.head.append(scripts.content)
  await import('react-dom/client')
  await nextTask()
  await import('@tanstack/react-router')
  await nextTask()
  await import('./main.tsx')
}

// Asked first: a sign of life may come before the page was painted.
const isWanted = wanted()
await firstPaint()
await isWanted
try {
  await startApp()
  isAppThere = true
} catch (error) {
  sayThatItIsMissing()
  throw error
} finally {
  document.removeEventListener('click', keepPress)
}
pressed?.click()
for (const form of waiting.keys()) send(form)
