/**
 * Runs in every page of the browser tests. A toast disappears after five seconds, and a slow machine may look
 * for it later. So a toast that timed out leaves a copy behind until the test clicks or types something. The
 * page does not know of the copy, and elements below it stay clickable.
 */
export function keepToasts(): void {
  let copy: HTMLElement | undefined
  /** Whether it is the page's own toast. */
  const isToast = (node: Node): node is HTMLElement =>
    node instanceof HTMLElement && 'toast' in node.dataset && node !== copy
  /**
   * Whether the test has clicked or typed something since the toast appeared. The test no longer needs it
   * then.
   */
  let isPast = false

  const forget = () => {
    copy?.remove()
    copy = undefined
  }

  const leaveCopy = (toast: HTMLElement, parent: Node) => {
    copy = toast.cloneNode(true) as HTMLElement
    copy.dataset['copy'] = ''
    Object.assign(copy.style, { animation: 'none', pointerEvents: 'none' })
    const close = copy.querySelector('button')
    if (close) close.style.pointerEvents = 'auto'
    close?.addEventListener('click', forget)
    parent.appendChild(copy)
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
