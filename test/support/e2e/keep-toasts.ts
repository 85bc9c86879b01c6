/**
 * Runs in every page of the browser tests. A toast goes after five seconds, which is less than a slow machine may take to
 * look for it. So what has gone by itself leaves a copy behind, until the test presses or types something. The page knows
 * nothing of the copy, and what lies below it can be pressed.
 */
export function keepToasts(): void {
  let copy: HTMLElement | undefined
  /** The page's own. */
  const isToast = (node: Node): node is HTMLElement =>
    node instanceof HTMLElement && 'toast' in node.dataset && node !== copy
  /** Whether anything was pressed or typed since the toast came: then the test is past it. */
  let isPast = false

  const forget = () => {
    copy?.remove()
    copy = undefined
  }

  const leaveCopy = (toast: HTMLElement, place: Node) => {
    copy = toast.cloneNode(true) as HTMLElement
    copy.dataset['copy'] = ''
    Object.assign(copy.style, { animation: 'none', pointerEvents: 'none' })
    const close = copy.querySelector('button')
    if (close) close.style.pointerEvents = 'auto'
    close?.addEventListener('click', forget)
    place.appendChild(copy)
  }

  for (const type of ['pointerdown', 'keydown', 'input']) {
    addEventListener(
      type,
      ({ target }) => {
        isPast = true
        if (!(target instanceof Node && copy?.contains(target))) forget()
      },
      true,
    )
  }

  new MutationObserver((changes) => {
    for (const { addedNodes, removedNodes, target } of changes) {
      for (const node of removedNodes) if (isToast(node) && !isPast) leaveCopy(node, target)
      for (const node of addedNodes) {
        if (!isToast(node)) continue
        forget()
        isPast = false
      }
    }
  }).observe(document, { childList: true, subtree: true })
}
