// What is shown stands in the page's address: a link or a reload brings it back. It takes the place of what stood there, so that
// going back leads to the page before.

// `path`: that of the page which says it. `said`: what each of the names known to this app is to be, null to have it out of the address.
function sayAddress(path, said) {
  if (location.pathname !== path) return; // the visitor has left
  const address = new URL(location.href);
  for (const name of Object.keys(said)) address.searchParams.delete(name);
  for (const [name, value] of Object.entries(said)) if (value !== null) address.searchParams.append(name, value);
  if (address.href !== location.href) history.replaceState(history.state, '', address);
}
