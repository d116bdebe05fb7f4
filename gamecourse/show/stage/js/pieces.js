// Pieces, each drawn in a square from -0.5 to 0.5. Shape, black and white tell players apart.

/** @type {Object<string, string>} */
export const PIECES = {
  cross: '<path class="gl-stroke" d="M-.27-.27L.27.27M-.27.27L.27-.27"/>',
  ring: '<circle class="gl-stroke" r=".28"/>',
  "black disc": '<circle r=".4" fill="#111" stroke="#fff" stroke-width=".03"/><circle r=".27" fill="none" stroke="#777" stroke-width=".03"/>',
  "white disc": '<circle r=".4" fill="#fff" stroke="#111" stroke-width=".05"/><circle r=".2" fill="none" stroke="#111" stroke-width=".05"/>',
  policeman:
    '<path d="M-.3.42c0-.34.14-.42.3-.42s.3.08.3.42z" fill="#111" stroke="#fff" stroke-width=".025"/>' +
    '<circle cy="-.13" r=".16" fill="#fff" stroke="#111" stroke-width=".03"/>' +
    '<path d="M-.23-.19h.46l-.04-.1c.03-.14-.41-.14-.38 0z" fill="#111" stroke="#fff" stroke-width=".02"/>' +
    '<path d="M0-.33l.02.05.05 0-.04.03.02.05-.05-.03-.05.03.02-.05-.04-.03.05 0z" fill="#fff"/><circle cx=".11" cy=".2" r=".035" fill="#fff"/>',
  thief:
    '<path d="M-.29.41v-.2c0-.14.1-.2.29-.2s.29.06.29.2v.2z" fill="#fff" stroke="#111" stroke-width=".04"/>' +
    '<path d="M-.29.17h.58M-.29.29h.58" stroke="#111" stroke-width=".05"/>' +
    '<rect x="-.16" y="-.32" width=".32" height=".34" rx=".1" fill="#fff" stroke="#111" stroke-width=".04"/>' +
    '<rect x="-.19" y="-.22" width=".38" height=".11" rx=".03" fill="#111"/><circle cx="-.07" cy="-.165" r=".03" fill="#fff"/><circle cx=".07" cy="-.165" r=".03" fill="#fff"/>',
  wall: '<rect x="-.5" y="-.5" width="1" height="1" fill="#222"/><path d="M-.5-.17h1M-.5.17h1M-.2-.5v.33M.2-.17v.34M-.2.17v.33" stroke="#666" stroke-width=".035"/>',
  shade: '<rect x="-.5" y="-.5" width="1" height="1" fill="#222"/>',
  exit: '<path d="M-.22.4v-.76h.44v.76z" fill="#fff" stroke="#111" stroke-width=".05"/><path d="M-.22.4l.3-.08v-.6l-.3-.08z" fill="#777"/><text class="gl-letter" x=".34" y=".28" style="font-size:.26px; paint-order:stroke; stroke:#fff; stroke-width:.07">E</text>',
  token: '<circle r=".3" class="gl-token"/>',
  match: '<rect x="-.055" y="-.28" width=".11" height=".7" rx=".02" fill="#E3BE85" stroke="#5b4526" stroke-width=".02"/><ellipse cy="-.31" rx=".095" ry=".12" fill="#8C2D1F"/>',
  pin: '<path d="M0-.46c.12 0 .13.11.09.21-.04.09-.02.12.04.25.09.19.07.44-.05.44h-.16c-.12 0-.14-.25-.05-.44.06-.13.08-.16.04-.25-.04-.1-.03-.21.09-.21z" fill="#fff" stroke="#111" stroke-width=".035"/><path d="M-.085-.2h.17M-.08-.14h.16" stroke="#8C2D1F" stroke-width=".04"/>',
  alpha: '<path d="M-.36-.4H.36V.14L0 .46-.36.14z" fill="#111" stroke="#fff" stroke-width=".03"/><text class="gl-letter" y="-.08" style="fill:#fff">α</text>',
  beta: '<path d="M-.36.4H.36V-.14L0-.46-.36-.14z" fill="#fff" stroke="#111" stroke-width=".05"/><text class="gl-letter" y=".08">β</text>',
  between: '<path d="M0-.3v.6" class="gl-between"/>',
  fence: '<path d="M0-1.3v1.55" class="gl-fence"/>',
};

// Chess pieces: the outline of each and the lines on it. All stand on the same foot.
const FOOT = "M-.31.42v-.07c0-.05.04-.07.08-.07h.46c.04 0 .08.02.08.07v.07z";
/** @type {Object<string, [string, string]>} */
const CHESSMEN = {
  king: [
    "M-.035-.47h.07v.065h.065v.07h-.065v.1C.1-.2.1-.15.06-.09.16-.2.38-.2.36-.01.35.1.26.16.22.28h-.44C-.26.16-.35.1-.36-.01-.38-.2-.16-.2-.06-.09-.1-.15-.1-.2-.035-.235v-.1h-.065v-.07h.065z",
    "M0-.05V.17M-.2.17C-.07.13.07.13.2.17",
  ],
  queen: [
    "M-.2.28C-.22.12-.3-.02-.37-.2A.05.05 0 1 1-.31-.2L-.2-.02-.2-.3A.05.05 0 1 1-.14-.32L-.05-.06-.03-.36A.05.05 0 1 1 .03-.36L.05-.06.14-.32A.05.05 0 1 1 .2-.3L.2-.02.31-.2A.05.05 0 1 1 .37-.2C.3-.02.22.12.2.28z",
    "M-.2.17C-.07.13.07.13.2.17",
  ],
  rook: [
    "M-.22.28v-.06l.05-.07v-.27l-.08-.08v-.2h.12v.08h.08v-.08h.1v.08h.08v-.08h.12v.2l-.08.08v.27l.05.07v.06z",
    "M-.17-.12h.34M-.17.15h.34",
  ],
  bishop: [
    "M-.045-.35A.06.06 0 1 1 .045-.35C.16-.26.23-.14.23-.02.23.08.17.13.1.16L.16.28h-.32L-.1.16C-.17.13-.23.08-.23-.02-.23-.14-.16-.26-.045-.35z",
    "M0-.2v.22M-.1-.1h.2M-.1.16h.2",
  ],
  knight: [
    "M-.2.28C-.2.1-.02.06-.01-.07-.1-.02-.16 0-.2.06-.23.1-.3.1-.32.05-.35-.02-.24-.12-.2-.24-.18-.29-.15-.31-.13-.33L-.14-.43-.04-.37.03-.43.05-.35C.23-.3.28-.06.24.28z",
    "M-.1-.22l.03-.01M-.27.03l.02-.01",
  ],
  pawn: [
    "M-.17.28C-.17.12-.06.06-.06-.02h-.08v-.05h.05A.14.14 0 1 1 .09-.07h.05v.05h-.08C.06.06.17.12.17.28z",
    "",
  ],
};

for (const [name, [outline, lines]] of Object.entries(CHESSMEN)) {
  for (const [side, fill, ink] of [["white", "#fff", "#111"], ["black", "#111", "#fff"]]) {
    PIECES[`${side} ${name}`] = `<g transform="scale(.94)" fill="${fill}" stroke="${ink}" stroke-width=".037" stroke-linejoin="round">` +
      `<path d="${outline}"/><path d="${FOOT}"/><path d="${lines}" fill="none" stroke-linecap="round"/></g>`;
  }
}

for (let k = 2; k < 10; k++) {
  PIECES[`${k} policemen`] = `${PIECES.policeman}<circle cx=".3" cy="-.28" r=".19" fill="#fff" stroke="#111" stroke-width=".03"/>` +
    `<text class="gl-letter" x=".3" y="-.27" style="font-size:.28px">${k}</text>`;
}
