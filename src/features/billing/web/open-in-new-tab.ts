/**
 * Opens a tab now, while the press still counts as one, and fills it once the address is known: a tab that is opened
 * later is taken for an advertisement and blocked. Where even this is blocked, the address is opened in place.
 */
export async function openInNewTab(findUrl: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  if (tab) {
    // It stands in front of the page that says so.
    tab.document.title = 'Processing...'
    tab.document.body.textContent = 'Processing...'
  }
  try {
    const url = await findUrl()
    if (tab) {
      tab.opener = null
      tab.location.replace(url)
    } else {
      window.location.assign(url)
    }
  } catch (error) {
    tab?.close()
    throw error
  }
}
