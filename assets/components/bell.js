// What a component in a fragment says runs that fragment alone. What concerns the whole page it rings for: this component stands
// outside, and says it.

export default function bell(component) {
  const { setTriggerValue } = silentOnceLeft(component);
  const answer = (event) => {
    event.preventDefault();
    setTriggerValue('rung', event.detail);
  };
  window.addEventListener(RING, answer);
  return () => window.removeEventListener(RING, answer);
}
