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

// A press that comes before the app can answer it is done as soon as it can. Links need no help.
let pressed: HTMLButtonElement | undefined
function keepPress({ target }: MouseEvent) {
  pressed = (target instanceof Element && target.closest('button')) || undefined
}
document.addEventListener('click', keepPress)

await firstPaint()
// The names of all scripts, so that they load side by side while they are run one after the other.
const scripts = document.querySelector<HTMLTemplateElement>('template#scripts')
if (scripts) document.head.append(scripts.content)
await import('react-dom/client')
await nextTask()
await import('@tanstack/react-router')
await nextTask()
await import('./main.tsx')
document.removeEventListener('click', keepPress)
pressed?.click()
