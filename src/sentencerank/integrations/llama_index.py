"""LlamaIndex: retrieved nodes within a budget; needs the extra [llama-index].

from sentencerank.integrations.llama_index import SentenceRankPostprocessor
"""

from __future__ import annotations

from sentencerank.extras import require
from sentencerank.integrations.retrieved import kept_of, with_spans

require("llama_index.core", "llama-index")

from llama_index.core.postprocessor.types import BaseNodePostprocessor  # noqa: E402
from llama_index.core.schema import MetadataMode, NodeWithScore, QueryBundle, TextNode  # noqa: E402

from sentencerank.integrations.fields import CompressFields  # noqa: E402


class SentenceRankPostprocessor(CompressFields, BaseNodePostprocessor):
    """Keeps the sentences of retrieved nodes that matter for the query, within a budget.

    The fields are the arguments of `sentencerank.compress`. Nodes are copied, with id, metadata and score; `kept_spans`
    is added to the metadata. Those of which nothing is left are dropped. Without a query the sentences that are
    important in the nodes themselves are kept.
    """

    @classmethod
    def class_name(cls) -> str:
        """Return the name that is written down with the fields."""
        return "SentenceRankPostprocessor"

    def _postprocess_nodes(
        self, nodes: list[NodeWithScore], query_bundle: QueryBundle | None = None
    ) -> list[NodeWithScore]:
        # The metadata are not part of the text, although the library may show them to a model.
        texts = [
            (str(one.node.metadata.get(self.title_key) or ""), one.node.get_content(metadata_mode=MetadataMode.NONE))
            for one in nodes
        ]
        query = query_bundle.query_str if query_bundle else None
        found = []
        for place, kept in kept_of(texts, query, self.settings):
            node = nodes[place].node
            # What is added must neither be embedded nor shown to a model.
            hidden = {
                name: [*getattr(node, name), "kept_spans"]
                for name in ("excluded_embed_metadata_keys", "excluded_llm_metadata_keys")
            }
            copy = TextNode(
                text=kept.text,
                id_=node.node_id,
                metadata=with_spans(node.metadata, kept),
                relationships=dict(node.relationships),
                **hidden,
            )
            found.append(NodeWithScore(node=copy, score=nodes[place].score))
        return found
