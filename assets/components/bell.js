// What a component in a fragment says runs that fragment alone. What concerns the whole page it rings for: this component stands
// outside, and says it.

let hangUp = () => {}; // Streamlit calls what follows again and again, and may clean up after the last call alone

export default function bell(component) {
  hangUp();
  const { setTriggerValue } = silentOnceLeft(component);
  const answer = (event) => {
    event.preventDefault();
    setTriggerValue('rung', event.detail);
  };
  window.addEventListener(RING, answer);
  hangUp = () => window.removeEventListener(RING, answer);
  return hangUp;
}
