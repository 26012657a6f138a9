"""A script as one writes it for PyTorch: a module, torch.jit.script, a print."""
from typing import List, Tuple

import torch
from torch import nn


class Tagger(nn.Module):
    """Gives every word of a sentence a tag and a score."""

    def __init__(self, words: int, tags: List[str], width: int = 16):
        super().__init__()
        self.tags = tags
        self.embedding = nn.Embedding(words, width)
        self.recurrent = nn.GRU(width, width, batch_first=True, bidirectional=True)
        self.scores = nn.Linear(2 * width, len(tags))

    def forward(self, sentence: torch.Tensor) -> torch.Tensor:
        hidden, _ = self.recurrent(self.embedding(sentence))
        return torch.log_softmax(self.scores(hidden), dim=-1)

    @torch.jit.export
    def tag(self, sentence: List[int]) -> List[Tuple[str, float]]:
        scores = self.forward(torch.tensor([sentence]))[0]
        found: List[Tuple[str, float]] = []
        for row in scores:
            best = int(row.argmax())
            found.append((self.tags[best], float(row[best].exp())))
        return found


if __name__ == "__main__":
    torch.manual_seed(0)
    tagger = torch.jit.script(Tagger(100, ["noun", "verb", "other"]).eval())
    print(tagger.tag([3, 14, 15, 92, 65]))
    print(tagger(torch.tensor([[3, 14, 15]])))
