// The first script of every page. Lets the pre-rendered page be seen before the app takes it over, and takes it over in
// short steps, so that a phone stays responsive meanwhile.
import './styles.css'

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Resolves once the page has been seen; at once where there is nothing to see yet or nobody to see it. */
function firstPaint(): Promise<void> {
  const isRendered = document.querySelector('#root')?.hasChildNodes()
  if (!isRendered || document.hidden) return nextTask()
  return new Promise((resolve) => {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    // Should a browser not tell.
    setTimeout(resolve, 1000)
  })
}

// What a person does before the app can answer is done as soon as it can. Links need no help.
let isAppThere = false
let pressed: HTMLButtonElement | undefined
/** Forms that were sent, and how often it was tried. */
const waiting = new Map<HTMLFormElement, number>()
const mostTries = 50

function keepPress({ target }: MouseEvent) {
  const button = target instanceof Element ? target.closest('button') : null
  if (button && button.type !== 'submit') pressed = button
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
  if (isAppThere && tries < mostTries) setTimeout(() => send(form), 100)
})
// See submit-button.tsx.
for (const button of document.querySelectorAll<HTMLButtonElement>('button[type=submit]:disabled')) {
  button.disabled = false
}

await firstPaint()
// The names of all scripts, so that they load side by side while they are run one after the other.
const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
if (scripts) document.head.append(scripts.content)
await import('react-dom/client')
await nextTask()
await import('@tanstack/react-router')
await nextTask()
await import('./main.tsx')
isAppThere = true
document.removeEventListener('click', keepPress)
pressed?.click()
for (const form of waiting.keys()) send(form)
