/**
 * Opens a tab immediately, while the browser still treats it as caused by the click, and navigates it once
 * the URL is known. A tab opened later would be blocked as a popup. If even this is blocked, the URL opens in
 * the current tab.
 */
export async function openInNewTab(findUrl: () => Promise<string>): Promise<void> {
  const tab = window.open('about:blank', '_blank')
  if (tab) {
    // The new tab covers the page that shows the progress.
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
